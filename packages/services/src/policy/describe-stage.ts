import type { ReleaseStage } from "@baton/core/policy";

/** Returns a stage in words: `10 % of the sessions`. */
export function describeStage(stage: ReleaseStage): string {
  if (stage.stage === "observe") return "observe only";
  if (stage.stage === "share") return `${stage.percent} % of the sessions`;
  return `the workflows ${stage.workflows.join(", ")}`;
}
