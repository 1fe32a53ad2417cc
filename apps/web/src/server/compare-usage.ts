import type { DailyUsage } from "@baton/db";
import type { PriceBook } from "@baton/server/pricing";
import type { Period } from "@/search/period";
import { isRecorded } from "./is-recorded";
import { keepFirst } from "./keep-first";
import { sumCalls, tokensOf, usageBy } from "./usage-by-model";

/** Rows of one table. */
const MOST_ROWS = 10;

/**
 * Compares the model calls of two periods: totals, and the models and agents with the highest cost.
 *
 * @param before the previous period with its calls.
 */
export function compareUsage(
  now: readonly DailyUsage[],
  { period, calls: before }: { period: Period; calls: readonly DailyUsage[] },
  prices: PriceBook,
) {
  const rowsBy = (keyOf: (calls: DailyUsage) => string | null) => {
    const earlier = new Map(usageBy(before, keyOf, prices).map(({ key, dollars }) => [key, dollars]));
    const rows = usageBy(now, keyOf, prices).map(({ key, calls, dollars, ...sums }) => ({
      key,
      calls,
      tokens: tokensOf(sums),
      dollars,
      dollarsBefore: earlier.get(key) ?? null,
    }));
    return keepFirst(
      rows.sort((a, b) => (b.dollars ?? 0) - (a.dollars ?? 0) || b.tokens - a.tokens),
      MOST_ROWS,
    );
  };
  return {
    isFair: isRecorded(period, before),
    now: toTotals(now, prices),
    before: toTotals(before, prices),
    models: rowsBy(({ model }) => model),
    agents: rowsBy(({ agent }) => agent),
  };
}

function toTotals(calls: readonly DailyUsage[], prices: PriceBook) {
  const sums = sumCalls(calls, prices);
  const tokens = tokensOf(sums);
  const inputTokens = tokens - sums.outputTokens;
  return {
    calls: sums.calls,
    tokens,
    dollars: sums.dollars,
    unpricedTokens: sums.unpricedTokens,
    cachedShare: inputTokens > 0 ? sums.cacheReadTokens / inputTokens : null,
  };
}
