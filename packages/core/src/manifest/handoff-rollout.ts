import { z } from "zod";
import { BudgetLimits } from "../budget/limits";
import { AgentId } from "../session/context-handoff";

/**
 * Effect of a manifest with errors: only measure (`observe`), warn (`warn`), or block the workflow
 * (`enforce`).
 */
export const ROLLOUT_PHASES = ["observe", "warn", "enforce"] as const;
export type RolloutPhase = (typeof ROLLOUT_PHASES)[number];

/**
 * The setting `handoff_rollout`: the phase of all agents and of single ones, and their limits. Rejects
 * unknown keys, because a misspelled phase would have no effect.
 */
export const HandoffRollout = z.strictObject({
  default: z.enum(ROLLOUT_PHASES).default("observe"),
  agents: z.record(AgentId, z.enum(ROLLOUT_PHASES)).default({}),
  budgets: BudgetLimits.prefault({}),
});
export type HandoffRollout = z.infer<typeof HandoffRollout>;

/** Returns the phase of an agent; null is one that a manifest does not name. */
export function phaseOf(rollout: HandoffRollout, agent: string | null): RolloutPhase {
  const own = agent !== null && Object.hasOwn(rollout.agents, agent) ? rollout.agents[agent] : undefined;
  return own ?? rollout.default;
}
