import { groupBy } from "@baton/core/internal";
import type { DailyCalls } from "@baton/db";
import { costOfCalls, type PriceBook, type Worth } from "@baton/server/pricing";

/** Calls of a group, in tokens as their providers counted them; `dollars` is null without a price. */
export interface CallSums extends Omit<DailyCalls, "day" | "contextAbove" | "model">, Worth {}

/** Adds up calls by a key, with their cost; in the order of the first call of each key. */
export function usageBy<Calls extends DailyCalls, Key>(
  calls: readonly Calls[],
  keyOf: (calls: Calls) => Key,
  prices: PriceBook,
): ({ key: Key } & CallSums)[] {
  return [...groupBy(calls, keyOf)].map(([key, some]) => ({ key, ...sumCalls(some, prices) }));
}

/** Adds up calls by model, with their cost; most calls first. */
export function usageByModel(calls: readonly DailyCalls[], prices: PriceBook) {
  return usageBy(calls, ({ model }) => model, prices)
    .map(({ key, ...sums }) => ({ model: key, ...sums }))
    .sort((a, b) => b.calls - a.calls);
}

/** Adds up calls, with their cost. */
export function sumCalls(some: readonly DailyCalls[], prices: PriceBook): CallSums {
  const sum = (count: (calls: DailyCalls) => number) =>
    some.reduce((total, calls) => total + count(calls), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cacheCreationTokens: sum(({ cacheCreationTokens }) => cacheCreationTokens),
    cacheCreation1hTokens: sum(({ cacheCreation1hTokens }) => cacheCreation1hTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    largestContextTokens: Math.max(0, ...some.map(({ largestContextTokens }) => largestContextTokens)),
    ...costOfCalls(prices, some),
  };
}

/** Returns all tokens of calls: input, cached or not, and output. */
export function tokensOf(sums: Omit<CallSums, keyof Worth | "calls" | "largestContextTokens">): number {
  return sums.inputTokens + sums.cacheCreationTokens + sums.cacheReadTokens + sums.outputTokens;
}
