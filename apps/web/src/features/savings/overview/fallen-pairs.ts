import { shareOf } from "@baton/server/savings";

/** Passed and saved tokens of one pair of agents; `savedTokens` is gross. */
export interface PairTotals {
  fromAgent: string;
  toAgent: string;
  handoffCount: number;
  beforeTokens: number;
  savedTokens: number;
  summarizerTokens: number;
}

/** A pair whose share saved fell. */
export interface FallenPair {
  fromAgent: string;
  toAgent: string;
  handoffCount: number;
  /** Share of the original tokens, from 0 to 1. */
  shareBefore: number;
  shareNow: number;
  /** Tokens that would have been saved with the previous share. */
  lostTokens: number;
}

/** A smaller fall would display as 0.0 pts. */
const LEAST_FALL = 0.0005;

/**
 * Returns the pairs whose share saved fell, most lost tokens first. Excludes pairs without original tokens in
 * either period.
 */
export function findFallenPairs(now: readonly PairTotals[], before: readonly PairTotals[]): FallenPair[] {
  const keyOf = ({ fromAgent, toAgent }: PairTotals) => JSON.stringify([fromAgent, toAgent]);
  const earlier = new Map(before.map((sums) => [keyOf(sums), sums]));
  return now
    .flatMap((sums) => {
      const was = earlier.get(keyOf(sums));
      const shareBefore = was ? shareOf(was) : null;
      const shareNow = shareOf(sums);
      if (shareBefore === null || shareNow === null) return [];
      const { fromAgent, toAgent, handoffCount } = sums;
      if (shareBefore - shareNow < LEAST_FALL) return [];
      const lostTokens = Math.round((shareBefore - shareNow) * sums.beforeTokens);
      return [{ fromAgent, toAgent, handoffCount, shareBefore, shareNow, lostTokens }];
    })
    .sort((a, b) => b.lostTokens - a.lostTokens);
}
