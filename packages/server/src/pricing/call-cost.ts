import { modelFamily } from "./model-name";
import { fillRates, type ModelPrice, type Rates } from "./model-price";
import { type PriceBook, TOKENS_PER_PRICE, type Worth } from "./price-book";

/** Usage of calls to one model on one day, in tokens. Its parts are billed at different prices. */
export interface CallTokens {
  readonly model: string | null;
  /** The day (UTC), `YYYY-MM-DD`. */
  readonly day: string;
  /** The last of `CONTEXT_STEPS` that each call's input exceeds, cached tokens included; 0 if none. */
  readonly contextAbove: number;
  /** Without cache reads and writes. */
  readonly inputTokens: number;
  readonly cacheCreationTokens: number;
  /** Part of `cacheCreationTokens` cached for an hour. */
  readonly cacheCreation1hTokens: number;
  readonly cacheReadTokens: number;
  readonly outputTokens: number;
}

/** Input tokens above which providers charge other prices. */
export const CONTEXT_STEPS = [128_000, 200_000, 256_000, 272_000, 512_000] as const;

/** Shares of the input price that Anthropic charges for cached tokens; others charge the input price for writes. */
const CLAUDE_SHARES = { cacheWritePrice: 1.25, cacheWrite1hPrice: 2, cacheReadPrice: 0.1 };
const PLAIN_SHARES = { cacheWritePrice: 1, cacheWrite1hPrice: 1, cacheReadPrice: 1 };

/**
 * Returns the cost of calls in US dollars: each part at its price on that day. A cached part without a price has
 * the usual share of the input price. Excludes batches and other discounts.
 *
 * @returns null dollars if none of the calls has a price; tokens of models without a price, and output tokens of
 * models without an output price, are in `unpricedTokens`.
 */
export function costOfCalls(prices: PriceBook, calls: Iterable<CallTokens>): Worth {
  let dollars: number | null = null;
  let unpricedTokens = 0;
  for (const call of calls) {
    const { inputTokens, cacheCreationTokens, cacheCreation1hTokens, cacheReadTokens, outputTokens } = call;
    const price = prices.find(call.model, call.day);
    if (price === null) {
      unpricedTokens += inputTokens + cacheCreationTokens + cacheReadTokens + outputTokens;
      continue;
    }
    const rates = ratesOf(price, call.contextAbove);
    if (rates.outputPrice === null) unpricedTokens += outputTokens;
    const sum =
      inputTokens * rates.inputPrice +
      (cacheCreationTokens - cacheCreation1hTokens) * rates.cacheWritePrice +
      cacheCreation1hTokens * rates.cacheWrite1hPrice +
      cacheReadTokens * rates.cacheReadPrice +
      outputTokens * (rates.outputPrice ?? 0);
    dollars = (dollars ?? 0) + sum / TOKENS_PER_PRICE;
  }
  return { dollars, unpricedTokens };
}

/** Returns the rates of a call with this context, with a price for each cached part. */
export function ratesOf(price: ModelPrice, contextAbove: number) {
  const { longContext } = price;
  const isLong = longContext !== null && contextAbove >= longContext.aboveTokens;
  const rates: Rates = isLong ? fillRates(longContext, price) : price;
  const shares = modelFamily(price.model).startsWith("claude") ? CLAUDE_SHARES : PLAIN_SHARES;
  const { inputPrice, outputPrice } = rates;
  const cacheWritePrice = rates.cacheWritePrice ?? inputPrice * shares.cacheWritePrice;
  return {
    inputPrice,
    outputPrice,
    cacheWritePrice,
    cacheWrite1hPrice:
      rates.cacheWrite1hPrice ?? Math.max(cacheWritePrice, inputPrice * shares.cacheWrite1hPrice),
    cacheReadPrice: rates.cacheReadPrice ?? inputPrice * shares.cacheReadPrice,
  };
}
