import type { Progress } from "../handoff-document/progress";

const UNFILLED: Progress = {
  phase: 1,
  phase_name: "[TODO: name of the phase]",
  started_at: "[TODO: time, ISO 8601]",
  last_updated: "[TODO: time, ISO 8601]",
  objectives: [
    { id: 1, description: "[TODO: what is true once this is done]", status: "not_started" },
    { id: 2, description: "[TODO: what is true once this is done]", status: "not_started" },
  ],
  current_objective: 1,
  approaches_tried: [],
  handoff_count: 0,
};

/** Returns a progress file to fill in, in JSON. */
export function renderProgressTemplate(): string {
  return `${JSON.stringify(UNFILLED, null, 2)}\n`;
}
