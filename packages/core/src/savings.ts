/** Tokens that enforced handoffs saved, gross, and what summarizing used for it; null means none. */
export interface SavedTokens {
  savedTokens: number | null;
  summarizerTokens: number | null;
}

/** Returns the tokens saved, net: those removed less those that summarizing used. */
export function netOf({ savedTokens, summarizerTokens }: SavedTokens): number {
  return (savedTokens ?? 0) - (summarizerTokens ?? 0);
}

/**
 * Returns the share saved: net tokens saved ÷ tokens offered, 1 at most, below 0 if summarizing used more than
 * was removed. Null if nothing was offered. Every "share saved" of Baton is this one.
 */
export function shareSaved(netTokens: number, offeredTokens: number): number | null {
  return offeredTokens > 0 ? netTokens / offeredTokens : null;
}

/** Returns the share saved by sums of handoffs. */
export function shareOf(sums: SavedTokens & { beforeTokens: number | null }): number | null {
  return shareSaved(netOf(sums), sums.beforeTokens ?? 0);
}
