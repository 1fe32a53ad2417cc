import type { ReleaseStage } from "@baton/core/policy";
import { formatCountOf } from "@baton/ui/format/number";

/** Percentages of the steps between observing and every session. */
const SHARES = [10, 25, 50] as const;

/** The usual stages, in order; the next one after the last is to publish the version. */
export const STAGES: readonly ReleaseStage[] = [
  { stage: "observe" },
  ...SHARES.map((percent) => ({ stage: "share" as const, percent })),
];

/** Names a stage: "10 % of sessions". */
export function stageName(stage: ReleaseStage): string {
  if (stage.stage === "observe") return "Observe only";
  if (stage.stage === "share") return `${stage.percent}\u00a0% of sessions`;
  return formatCountOf(stage.workflows.length, "workflow");
}

/** Describes what a stage does. */
export function stageMeaning(stage: ReleaseStage): string {
  if (stage.stage === "observe")
    return "The live version decides every handoff. Each one records what the new version would have done.";
  if (stage.stage === "share")
    return "The new version decides all handoffs of these sessions, chosen by the hash of the session ID.";
  return `The new version decides all handoffs of ${stage.workflows.join(", ")}.`;
}

/** Returns the usual stage after another one; null if the next step is every session. */
export function nextStage(stage: ReleaseStage): ReleaseStage | null {
  const reached = stage.stage === "share" ? stage.percent : 0;
  const percent = SHARES.find((share) => share > reached);
  return percent === undefined ? null : { stage: "share", percent };
}
