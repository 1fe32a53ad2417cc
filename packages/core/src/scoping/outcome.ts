/**
 * Result of scoping a handoff. `scoped` is the normal case; `observed` passed everything and recorded the
 * effect of enforcement; `denied_rule` passed nothing because a rule refuses the handoff; the other two
 * result from an error.
 */
export const SCOPING_STATES = [
  "scoped",
  "observed",
  "denied_rule",
  "fallback_minus_blocked",
  "denied_error",
] as const;
export type ScopingState = (typeof SCOPING_STATES)[number];

/**
 * Why a token did not pass. Each saved token has exactly one cause: that of
 * the step that took it first, in this order.
 */
export const CAUSES = [
  "mode",
  "not_allowed",
  "blocked",
  "dropped",
  "redacted",
  "extracted",
  "summarized",
] as const;
export type Cause = (typeof CAUSES)[number];

/** Returns a value for each cause. */
export function mapCauses<Value>(valueFor: (cause: Cause) => Value): Record<Cause, Value>;
export function mapCauses(valueFor: (cause: Cause) => unknown): Record<string, unknown> {
  return Object.fromEntries(CAUSES.map((cause) => [cause, valueFor(cause)]));
}
