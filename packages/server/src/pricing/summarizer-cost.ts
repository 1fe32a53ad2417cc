import { costOfCalls } from "./call-cost";
import type { PriceBook, Worth } from "./price-book";

/** Usage of summarizers on one day, in tokens. */
export interface SummarizerTokens {
  readonly model: string | null;
  /** The day (UTC), `YYYY-MM-DD`. */
  readonly day: string;
  readonly tokens: number;
  /** Part of `tokens` that the model wrote; null if not recorded, then all count as input. */
  readonly outputTokens: number | null;
}

/**
 * Returns the cost of a recorded summary in US dollars; null without a model, or if it has no price.
 *
 * @param summary.occurredAt time of the summary, for the price of that day.
 */
export function costOfSummary(
  prices: PriceBook,
  summary: {
    readonly summarizerTokens: number | null;
    readonly summarizerOutputTokens: number | null;
    readonly summarizerModel: string | null;
    readonly occurredAt: Date;
  },
): number | null {
  const { summarizerTokens: tokens, summarizerOutputTokens: outputTokens, summarizerModel: model } = summary;
  if (!tokens) return null;
  const day = summary.occurredAt.toISOString().slice(0, 10);
  return costOfSummaries(prices, [{ model, day, tokens, outputTokens }]).dollars;
}

/** Returns the cost of summaries in US dollars, at the prices of their own model on that day. Null without a price. */
export function costOfSummaries(prices: PriceBook, uses: Iterable<SummarizerTokens>): Worth {
  const calls = [...uses].map(({ model, day, tokens, outputTokens }) => ({
    model,
    day,
    contextAbove: 0,
    inputTokens: tokens - (outputTokens ?? 0),
    cacheCreationTokens: 0,
    cacheCreation1hTokens: 0,
    cacheReadTokens: 0,
    outputTokens: outputTokens ?? 0,
  }));
  return costOfCalls(prices, calls);
}
