import { groupBy } from "@baton/core/internal";
import type { AgentCalls } from "@baton/db";
import { costOfCalls, type PriceBook } from "@baton/server/pricing";

/** Usage of models, in tokens as their providers counted them; `dollars` is null without a price. */
export interface UsageSum {
  calls: number;
  /** Input with cache reads and writes, and output. */
  tokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  dollars: number | null;
  unpricedTokens: number;
  largestContextTokens: number;
}

/** Adds up calls. */
export function sumUsage(calls: readonly AgentCalls[], prices: PriceBook): UsageSum {
  const sum = (countOf: (one: AgentCalls) => number) => calls.reduce((total, one) => total + countOf(one), 0);
  return {
    calls: sum(({ calls }) => calls),
    tokens: sum(tokensOf),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    ...costOfCalls(prices, calls),
    largestContextTokens: Math.max(0, ...calls.map(({ largestContextTokens }) => largestContextTokens)),
  };
}

/** Adds up calls by agent and model; most tokens first. */
export function usageByAgent(calls: readonly AgentCalls[], prices: PriceBook) {
  return [...groupBy(calls, ({ agent, model }) => JSON.stringify([agent, model]))]
    .flatMap(([, some]) => {
      const [first] = some;
      return first ? [{ agent: first.agent, model: first.model, ...sumUsage(some, prices) }] : [];
    })
    .sort((a, b) => b.tokens - a.tokens);
}

/** Adds up the tokens and the cost of each day (or hour), by agent and model. */
export function usageByDay(calls: readonly AgentCalls[], prices: PriceBook) {
  return calls.map((one) => ({
    day: one.day,
    agent: one.agent,
    model: one.model,
    tokens: tokensOf(one),
    dollars: costOfCalls(prices, [one]).dollars,
  }));
}

function tokensOf({
  inputTokens,
  cacheCreationTokens,
  cacheReadTokens,
  outputTokens,
}: Pick<AgentCalls, "inputTokens" | "cacheCreationTokens" | "cacheReadTokens" | "outputTokens">): number {
  return inputTokens + cacheCreationTokens + cacheReadTokens + outputTokens;
}
