import {
  EMPTY_HANDOFF_DOCUMENT,
  markPartialProgress,
  type Progress,
  renderHandoffDocument,
  reviseProgress,
} from "@baton/core";
import { z } from "zod";
import type { SampleData } from "./sample-data";
import { type SampleFile, toJsonFile } from "./sample-file";

/** The end of a phase: its time (ISO 8601), and the commit that the project was at. */
export interface PhaseEnd {
  at: string;
  commit: string;
}

const Unfinished = z.object({
  nextAction: z.string(),
  currentState: z.string(),
  references: z.array(z.string()),
});
const Said = Unfinished.extend({
  decisions: z.array(z.object({ decision: z.string(), rationale: z.string() })),
  failedApproaches: z.array(z.object({ approach: z.string(), reason: z.string() })),
  criticalContext: z.array(z.string()),
});
const Handoffs = z.object({
  objectives: z.array(z.string()),
  phases: z.array(Said),
  unfinished: Unfinished.extend({ title: z.string() }),
});

const SPEC = "specs/007_claims_search";

/** Returns a path below the project's folder. */
export function handoffPathOf(phase: number): string {
  return `${SPEC}/handoffs/phase-${phase}-handoff.md`;
}

/** Returns the handoff documents of the phases with their progress, and one that was left unfinished. */
export function writeHandoffs(data: SampleData, ends: readonly PhaseEnd[]): SampleFile[] {
  const { objectives, phases, unfinished } = data.yaml("portal/handoffs.yaml", Handoffs);
  const markedAt = ends.at(-1)?.at ?? "";
  const mark = { handoffPath: handoffPathOf(3), markedAt, details: "3 of 4 objectives are done" };
  let progress: Progress = {
    phase: 1,
    phase_name: "Search in the portal",
    started_at: ends[0]?.at ?? "",
    objectives: objectives.map((description, index) => ({
      id: index + 1,
      description,
      status: "not_started",
    })),
    approaches_tried: [],
    handoff_count: 0,
  };
  const files = ends.flatMap(({ at, commit }, index) => {
    const [said] = phases.slice(index);
    if (!said) return [];
    const phase = index + 1;
    progress = advance(progress, phase, said, at);
    const predecessor = phase > 1 && { predecessor: `phase-${phase - 1}-handoff.md` };
    const document = {
      ...EMPTY_HANDOFF_DOCUMENT,
      frontMatter: { task: "007", phase: `${phase}`, created_at: at, commit, branch: "main", ...predecessor },
      title: `Search in the portal: phase ${phase}`,
      ...said,
    };
    return [
      { path: handoffPathOf(phase), content: renderHandoffDocument(document) },
      toJsonFile(`${SPEC}/progress/phase-${phase}-progress.json`, { ...progress, phase }),
    ];
  });
  const frontMatter = { task: "008", phase: "1", created_at: markedAt };
  const content = renderHandoffDocument({ ...EMPTY_HANDOFF_DOCUMENT, frontMatter, ...unfinished });
  const results = markPartialProgress(data.text("portal/results.md"), mark);
  return [
    { path: `${SPEC}/plan.md`, content: data.text("portal/plan.md") },
    ...files,
    { path: `${SPEC}/phases/phase-3-results.md`, content: results },
    { path: `${SPEC}/feature_list.json`, content: data.text("portal/feature_list.json") },
    { path: "specs/008_claims_export/handoffs/phase-1-handoff.md", content },
  ];
}

/** Marks the objective of a phase as done, and starts the next one. */
function advance(progress: Progress, phase: number, { failedApproaches }: z.infer<typeof Said>, now: string) {
  const [failed] = failedApproaches;
  const approach = failed && { approach: { approach: failed.approach, result: failed.reason } };
  const change = { objective: String(phase), status: "done" as const, countsHandoff: true, ...approach };
  const next = String(phase + 1);
  const start = { objective: next, status: "in_progress" as const, currentObjective: next };
  return reviseProgress(reviseProgress(progress, change, now), start, now);
}
