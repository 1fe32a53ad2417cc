import type { RolloutPhase } from "@baton/core/manifest";

/** Latest manifests that decide about an agent's readiness. */
export const READINESS_WINDOW = 20;

/** With fewer manifests, an error is still likely. */
export const MIN_READINESS_MANIFESTS = 5;

/** Results of an agent's latest manifests, at most {@link READINESS_WINDOW}. */
export interface ManifestRecord {
  readonly manifestCount: number;
  /** Those without an error. */
  readonly compliantCount: number;
}

/**
 * Readiness of an agent for `enforce`: `enforced` already is, `has_errors` would have been blocked, `too_few`
 * has too few manifests.
 */
export type Readiness = "enforced" | "has_errors" | "too_few" | "ready";

/** Decides on an agent's readiness by its latest manifests. Errors count more than a small number. */
export function evaluateReadiness(
  phase: RolloutPhase,
  { manifestCount, compliantCount }: ManifestRecord,
): Readiness {
  if (phase === "enforce") return "enforced";
  if (compliantCount < manifestCount) return "has_errors";
  return manifestCount < MIN_READINESS_MANIFESTS ? "too_few" : "ready";
}
