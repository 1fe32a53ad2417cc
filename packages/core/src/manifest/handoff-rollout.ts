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
 * The setting `handoff_rollout`: the phase of all agents, of single ones, and the limits that they are held
 * to. An unknown key is refused, since a phase that was misspelt would not hold.
 */
export const HandoffRollout = z.strictObject({
  default: z.enum(ROLLOUT_PHASES).default("observe"),
  agents: z.record(AgentId, z.enum(ROLLOUT_PHASES)).default({}),
  budgets: BudgetLimits.prefault({}),
});
export type HandoffRollout = z.infer<typeof HandoffRollout>;

/** The phase of an agent; null is one that a manifest does not name. */
export function phaseOf(rollout: HandoffRollout, agent: string | null): RolloutPhase {
  const own = agent !== null && Object.hasOwn(rollout.agents, agent) ? rollout.agents[agent] : undefined;
  return own ?? rollout.default;
}
