import { groupBy } from "@baton/core/internal";
import type { DailyCalls } from "@baton/db";
import { costOfCalls, type PriceBook } from "@baton/server/pricing";

/** Usage of one model, in tokens as its provider counted them; `dollars` is null without a price. */
export interface ModelUsage extends Omit<DailyCalls, "day" | "contextAbove"> {
  dollars: number | null;
}

/** Adds up calls by model, with their cost; most calls first. */
export function usageByModel(calls: readonly DailyCalls[], prices: PriceBook): ModelUsage[] {
  return [...groupBy(calls, ({ model }) => model)]
    .map(([model, some]) => ({ model, ...sumCalls(some), dollars: costOfCalls(prices, some).dollars }))
    .sort((a, b) => b.calls - a.calls);
}

function sumCalls(some: readonly DailyCalls[]): Omit<DailyCalls, "day" | "contextAbove" | "model"> {
  const sum = (count: (calls: DailyCalls) => number) =>
    some.reduce((total, calls) => total + count(calls), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cacheCreationTokens: sum(({ cacheCreationTokens }) => cacheCreationTokens),
    cacheCreation1hTokens: sum(({ cacheCreation1hTokens }) => cacheCreation1hTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
  };
}
