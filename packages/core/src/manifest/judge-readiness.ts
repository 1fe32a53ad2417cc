import type { RolloutPhase } from "./handoff-rollout";

/** How many of an agent's latest manifests say whether it could be held to them. */
export const READINESS_WINDOW = 20;

/** Fewer tell nothing: the next one may be the first with an error. */
export const MIN_READINESS_MANIFESTS = 5;

/** What an agent's latest manifests came to, {@link READINESS_WINDOW} of them at most. */
export interface ManifestRecord {
  readonly manifestCount: number;
  /** Those without an error. */
  readonly compliantCount: number;
}

/**
 * Whether the phase of an agent could be raised to `enforce`: `enforced` already is, `has_errors` would have
 * been stopped, `too_few` has not shown enough.
 */
export type Readiness = "enforced" | "has_errors" | "too_few" | "ready";

/** Judges an agent by its latest manifests. An error weighs more than a short record. */
export function judgeReadiness(
  phase: RolloutPhase,
  { manifestCount, compliantCount }: ManifestRecord,
): Readiness {
  if (phase === "enforce") return "enforced";
  if (compliantCount < manifestCount) return "has_errors";
  return manifestCount < MIN_READINESS_MANIFESTS ? "too_few" : "ready";
}
