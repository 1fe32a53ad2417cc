import type { RolloutPhase } from "@baton/core/manifest";

/**
 * From the mildest to the strictest. Named here, as the part of the core
 * that defines them brings its schemas along.
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
