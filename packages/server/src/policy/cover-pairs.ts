import type { Policy } from "@baton/core";
import { createPolicyIndex, matchRule, type RuleMatch } from "@baton/core/policy";

/** Two agents, and the number of handoffs between them. */
export interface PairTraffic {
  readonly from: string;
  readonly to: string;
  readonly handoffs: number;
}

export interface CoveredPair<Pair extends PairTraffic = PairTraffic> {
  readonly pair: Pair;
  readonly match: RuleMatch;
  /** True if there was traffic without a rule. */
  readonly isUncovered: boolean;
}

/**
 * Returns the rule that applies to each agent pair.
 *
 * @param options.now milliseconds since 1970.
 */
export function coverPairs<Pair extends PairTraffic>(
  policy: Policy,
  pairs: readonly Pair[],
  options: { now: number },
): CoveredPair<Pair>[] {
  const index = createPolicyIndex(policy);
  return pairs.map((pair) => {
    const match = matchRule(index, pair.from, pair.to, options);
    return { pair, match, isUncovered: match.rule === null && pair.handoffs > 0 };
  });
}
