/**
 * What became of the scoping of one handoff. Only `scoped` is the ordinary case: `observed` passed everything
 * and recorded what enforcement would have done, the other two are what an error left behind.
 */
export const SCOPING_STATES = ["scoped", "observed", "fallback_minus_blocked", "denied_error"] as const;
export type ScopingState = (typeof SCOPING_STATES)[number];

/**
 * Why a token did not pass. Each saved token has exactly one cause: that of
 * the step that took it first, in this order.
 */
export const CAUSES = ["mode", "not_allowed", "blocked", "dropped", "extracted", "summarized"] as const;
export type Cause = (typeof CAUSES)[number];
