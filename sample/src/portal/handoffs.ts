import {
  EMPTY_HANDOFF_DOCUMENT,
  markPartialProgress,
  type Progress,
  renderHandoffDocument,
  reviseProgress,
} from "@baton/core";
import { z } from "zod";
import type { SampleData } from "../sample-data";
import { type SampleFile, toJsonFile } from "../sample-file";

/** When a phase was handed over, and the commit that the project was at. */
export interface PhaseEnd {
  at: number;
  commit: string;
}

/** What a lead tells its successor. */
const Said = z.object({
  nextAction: z.string(),
  currentState: z.string(),
  decisions: z.array(z.object({ decision: z.string(), rationale: z.string() })).default([]),
  failedApproaches: z.array(z.object({ approach: z.string(), reason: z.string() })).default([]),
  criticalContext: z.array(z.string()).default([]),
  references: z.array(z.string()),
});
type Said = z.infer<typeof Said>;
const Handoffs = z.object({
  objectives: z.array(z.string()),
  phases: z.array(Said),
  unfinished: Said.pick({ nextAction: true, currentState: true, references: true }).extend({
    title: z.string(),
  }),
});

const SPEC = "specs/007_claims_search";

/** Returns a path below the project's folder. */
export function handoffPathOf(phase: number): string {
  return `${SPEC}/handoffs/phase-${phase}-handoff.md`;
}

/** Returns the handoff documents of the phases with their progress, and one that was left unfinished. */
export function writeHandoffs(data: SampleData, ends: readonly PhaseEnd[]): SampleFile[] {
  const { objectives, phases, unfinished } = data.yaml("portal/handoffs.yaml", Handoffs);
  const plan = `# Search in the portal\n\n${objectives.map((objective) => `- ${objective}\n`).join("")}`;
  const files: SampleFile[] = [{ path: `${SPEC}/plan.md`, content: plan }];
  let progress: Progress = {
    phase: 1,
    phase_name: "Search in the portal",
    started_at: toTimestamp(ends[0]),
    objectives: objectives.map((description, index) => ({
      id: index + 1,
      description,
      status: "not_started",
    })),
    approaches_tried: [],
    handoff_count: 0,
  };
  for (const [index, said] of phases.entries()) {
    const phase = index + 1;
    const end = ends[index];
    files.push({ path: handoffPathOf(phase), content: renderHandoff(phase, said, end) });
    progress = advance(progress, phase, said, toTimestamp(end));
    files.push(toJsonFile(`${SPEC}/progress/phase-${phase}-progress.json`, { ...progress, phase }));
  }
  const markedAt = toTimestamp(ends.at(-1));
  const mark = { handoffPath: handoffPathOf(3), markedAt, details: "3 of 4 objectives are done" };
  const features = objectives.map((description, index) => ({ description, passes: index < 3 }));
  return [
    ...files,
    {
      path: `${SPEC}/phases/phase-3-results.md`,
      content: markPartialProgress(data.text("portal/results.md"), mark),
    },
    toJsonFile(`${SPEC}/feature_list.json`, features),
    {
      path: "specs/008_claims_export/handoffs/phase-1-handoff.md",
      content: renderHandoffDocument({
        ...EMPTY_HANDOFF_DOCUMENT,
        frontMatter: { task: "008", phase: "1", created_at: markedAt },
        ...unfinished,
      }),
    },
  ];
}

function toTimestamp(end: PhaseEnd | undefined): string {
  return new Date(end?.at ?? 0).toISOString();
}

function renderHandoff(phase: number, said: Said, end: PhaseEnd | undefined): string {
  return renderHandoffDocument({
    ...EMPTY_HANDOFF_DOCUMENT,
    frontMatter: {
      task: "007",
      phase: String(phase),
      created_at: toTimestamp(end),
      commit: end?.commit ?? "",
      branch: "main",
      ...(phase > 1 && { predecessor: `phase-${phase - 1}-handoff.md` }),
    },
    title: `Search in the portal: phase ${phase}`,
    ...said,
  });
}

function advance(progress: Progress, phase: number, { failedApproaches }: Said, now: string): Progress {
  const [failed] = failedApproaches;
  const done = reviseProgress(
    progress,
    {
      objective: String(phase),
      status: "done",
      countsHandoff: true,
      ...(failed && { approach: { approach: failed.approach, result: failed.reason } }),
    },
    now,
  );
  const next = String(phase + 1);
  return reviseProgress(done, { objective: next, status: "in_progress", currentObjective: next }, now);
}
