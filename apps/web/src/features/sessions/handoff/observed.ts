/** Recorded scoping of a handoff. */
interface Scoped {
  readonly scopingState: string | null;
}

/**
 * Returns true in observe mode: everything passed, and the
 * record shows the potential effect of the rules.
 */
export function isObserved({ scopingState }: Scoped): boolean {
  return scopingState === "observed";
}

/**
 * Returns the tokens that passed, in observe mode
 * all of them; null if not recorded.
 */
export function passedTokens(
  handoff: Scoped & { readonly beforeTokens: number | null; readonly afterTokens: number | null },
): number | null {
  return isObserved(handoff) ? handoff.beforeTokens : handoff.afterTokens;
}
