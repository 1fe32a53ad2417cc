import type { RolloutPhase } from "@baton/core";

/**
 * From the mildest to the strictest. Named here, as the part of the core
 * that defines them brings its schemas along.
 */
export const PHASES = ["observe", "warn", "enforce"] as const satisfies readonly RolloutPhase[];

/** The phase before another; null where there is none. */
export function phaseBefore(phase: RolloutPhase): RolloutPhase | null {
  return PHASES[PHASES.indexOf(phase) - 1] ?? null;
}

/** The phase after another; null where there is none. */
export function phaseAfter(phase: RolloutPhase): RolloutPhase | null {
  return PHASES[PHASES.indexOf(phase) + 1] ?? null;
}
