import { groupBy } from "@baton/core/internal";
import type { DailyUsage } from "@baton/db";
import { costOfCalls, type PriceBook } from "@baton/server/pricing";
import { sumCalls, tokensOf } from "./usage-by-model";

/** Adds up calls, with all their tokens and the window of the model that had the largest context. */
export function sumUsage(calls: readonly DailyUsage[], prices: PriceBook) {
  const sums = sumCalls(calls, prices);
  const largest = calls.find(
    ({ largestContextTokens }) => largestContextTokens === sums.largestContextTokens,
  );
  const windowTokens = (largest && prices.find(largest.model, largest.day)?.contextWindow) ?? null;
  return { ...sums, tokens: tokensOf(sums), windowTokens };
}

/** Adds up calls by agent and model; most tokens first. */
export function usageByAgent(calls: readonly DailyUsage[], prices: PriceBook) {
  return [...groupBy(calls, ({ agent, model }) => JSON.stringify([agent, model]))]
    .flatMap(([, some]) => {
      const [first] = some;
      return first ? [{ agent: first.agent ?? "", model: first.model, ...sumUsage(some, prices) }] : [];
    })
    .sort((a, b) => b.tokens - a.tokens);
}

/** Adds up the tokens and the cost of each day (or hour), by agent and model. */
export function usageByDay(calls: readonly DailyUsage[], prices: PriceBook) {
  return calls.map((one) => ({
    day: one.day,
    agent: one.agent ?? "",
    model: one.model,
    tokens: tokensOf(one),
    dollars: costOfCalls(prices, [one]).dollars,
  }));
}
