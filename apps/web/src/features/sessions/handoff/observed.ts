/** What is recorded of a handoff's scoping. */
interface Scoped {
  readonly scopingState: string | null;
}

/**
 * Whether the policy was only observed: all of it passed, and what is
 * recorded is what the rules would have done.
 */
export function isObserved({ scopingState }: Scoped): boolean {
  return scopingState === "observed";
}

/**
 * The tokens that passed, which is all of them where the policy was
 * only observed; null where nobody recorded it.
 */
export function passedTokens(
  handoff: Scoped & { readonly beforeTokens: number | null; readonly afterTokens: number | null },
): number | null {
  return isObserved(handoff) ? handoff.beforeTokens : handoff.afterTokens;
}
