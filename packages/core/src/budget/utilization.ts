import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";

/** How near a budget is to its end, from the calmest to the worst. */
export const ALERT_LEVELS = ["ok", "warning", "critical", "exceeded"] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** What a receiver has to read of a handoff, in tokens. */
export interface HandoffSize {
  readonly manifestTokens: number;
  readonly requiredTokens: number;
}

/** What stands in a receiver's window before it begins to work, in tokens. */
export interface EnteringContext {
  readonly systemPromptTokens: number;
  readonly historyTokens: number;
  readonly incomingHandoffTokens: number;
}

/** The shares of a budget at which its levels begin; `exceeded` begins above its own. */
export const ALERT_SHARES = { warning: 0.7, critical: 0.9, exceeded: 1 } as const;

/**
 * The level of a budget of which a share is used: `ok` under 0.7, `warning`
 * from 0.7, `critical` from 0.9, `exceeded` above 1.
 *
 * @param utilization used ÷ limit: 1 is all of it.
 */
export function alertLevel(utilization: number): AlertLevel {
  if (utilization > ALERT_SHARES.exceeded) return "exceeded";
  if (utilization >= ALERT_SHARES.critical) return "critical";
  return utilization >= ALERT_SHARES.warning ? "warning" : "ok";
}

/** All that stands in the receiver's window before it begins, in tokens. */
export function enteringTokens(entering: EnteringContext): number {
  return entering.systemPromptTokens + entering.historyTokens + entering.incomingHandoffTokens;
}

/** Manifest and required reading together, in tokens. */
export function handoffTokens({ manifestTokens, requiredTokens }: HandoffSize): number {
  return manifestTokens + requiredTokens;
}

/**
 * The share of a handoff's budget that it takes: (manifest + required reading) ÷ 10,000. It is what alerts go
 * by, and is never held against the target of a window: that is {@link contextUtilization}.
 */
export function handoffUtilization(
  handoff: HandoffSize,
  limits: Pick<BudgetLimits, "handoffTokens"> = DEFAULT_BUDGET_LIMITS,
): number {
  return handoffTokens(handoff) / limits.handoffTokens;
}

/** The share of the receiver's window that is filled before it begins to work; the target is 0.4. */
export function contextUtilization(
  entering: EnteringContext,
  limits: Pick<BudgetLimits, "windowTokens"> = DEFAULT_BUDGET_LIMITS,
): number {
  return enteringTokens(entering) / limits.windowTokens;
}
