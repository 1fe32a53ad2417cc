import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";

/** Budget alert levels, from lowest to highest. */
export const ALERT_LEVELS = ["ok", "warning", "critical", "exceeded"] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** Tokens a receiver must read of a handoff. */
export interface HandoffSize {
  readonly manifestTokens: number;
  readonly requiredTokens: number;
}

/** Tokens in a receiver's window before it starts. */
export interface EnteringContext {
  readonly systemPromptTokens: number;
  readonly historyTokens: number;
  readonly incomingHandoffTokens: number;
}

/** Shares of a budget at which its levels start; `exceeded` starts above its own. */
export const ALERT_SHARES = { warning: 0.7, critical: 0.9, exceeded: 1 } as const;

/**
 * Returns the alert level for the used share of a budget: `ok` under 0.7, `warning` from 0.7, `critical` from
 * 0.9, `exceeded` above 1.
 *
 * @param utilization used ÷ limit: 1 is all of it.
 */
export function alertLevel(utilization: number): AlertLevel {
  if (utilization > ALERT_SHARES.exceeded) return "exceeded";
  if (utilization >= ALERT_SHARES.critical) return "critical";
  return utilization >= ALERT_SHARES.warning ? "warning" : "ok";
}

/** Returns all tokens in the receiver's window before it starts. */
export function enteringTokens(entering: EnteringContext): number {
  return entering.systemPromptTokens + entering.historyTokens + entering.incomingHandoffTokens;
}

/** Returns manifest and required reading together, in tokens. */
export function handoffTokens({ manifestTokens, requiredTokens }: HandoffSize): number {
  return manifestTokens + requiredTokens;
}

/**
 * Returns the used share of a handoff's budget: (manifest + required reading) ÷ 10,000. Alerts use it. Never
 * compare it with the target of a window, which is about {@link contextUtilization}.
 */
export function handoffUtilization(
  handoff: HandoffSize,
  limits: Pick<BudgetLimits, "handoffTokens"> = DEFAULT_BUDGET_LIMITS,
): number {
  return handoffTokens(handoff) / limits.handoffTokens;
}

/** Returns the share of the receiver's window that is filled before it starts; the target is 0.4. */
export function contextUtilization(
  entering: EnteringContext,
  limits: Pick<BudgetLimits, "windowTokens"> = DEFAULT_BUDGET_LIMITS,
): number {
  return enteringTokens(entering) / limits.windowTokens;
}
