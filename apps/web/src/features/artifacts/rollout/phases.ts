import type { RolloutPhase } from "@baton/core/manifest";

/**
 * Rollout phases, from mildest to strictest. Repeated here, because importing them from core would load its
 * schemas too.
 */
export const PHASES = ["observe", "warn", "enforce"] as const satisfies readonly RolloutPhase[];

/** Returns the previous phase; null for the first. */
export function phaseBefore(phase: RolloutPhase): RolloutPhase | null {
  return PHASES[PHASES.indexOf(phase) - 1] ?? null;
}

/** Returns the next phase; null for the last. */
export function phaseAfter(phase: RolloutPhase): RolloutPhase | null {
  return PHASES[PHASES.indexOf(phase) + 1] ?? null;
}
