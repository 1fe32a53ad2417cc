import { modelFamily, type PriceBook, type Worth } from "./price-book";

/** Usage of calls to one model on one day, in tokens. Its parts are billed at different prices. */
export interface CallTokens {
  readonly model: string | null;
  /** The day (UTC), `YYYY-MM-DD`. */
  readonly day: string;
  /** Without cache reads and writes. */
  readonly inputTokens: number;
  readonly cacheCreationTokens: number;
  /** Part of `cacheCreationTokens` cached for an hour. */
  readonly cacheCreation1hTokens: number;
  readonly cacheReadTokens: number;
  readonly outputTokens: number;
}

/** Prices of the other parts of a call, as multiples of the model's input price. */
interface RelativePrices {
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
  readonly output: number;
}

/** Anthropic bills cache writes above the input price; the others bill them as input. */
const ANTHROPIC: RelativePrices = { cacheWrite: 1.25, cacheWrite1h: 2, cacheRead: 0.1, output: 5 };
const plain = (cacheRead: number, output: number): RelativePrices => ({
  cacheWrite: 1,
  cacheWrite1h: 1,
  cacheRead,
  output,
});

/** From the same price lists as the input prices, by model family. Variants with other multiples do not match. */
const RELATIVE_PRICES: readonly (readonly [family: RegExp, RelativePrices])[] = [
  [/^claude-/, ANTHROPIC],
  [/^gpt-4o(-mini)?$/, plain(0.5, 4)],
  [/^gpt-4\.1(-mini|-nano)?$/, plain(0.25, 4)],
  [/^gpt-5(\.[12])?(-mini|-nano|-codex)?$/, plain(0.1, 8)],
  [/^(o3|o4-mini)$/, plain(0.25, 4)],
  [/^gemini-2\.5-pro$/, plain(0.1, 8)],
  [/^gemini-2\.5-flash$/, plain(0.1, 25 / 3)],
];

/**
 * Returns the cost of calls in US dollars: each part at the input price of its model and day, times the part's
 * share of that price. Excludes long contexts, batches and other discounts.
 *
 * @returns null dollars if none of the calls has a price; tokens of models without a price, or whose parts have
 * no known relative price, are in `unpricedTokens`.
 */
export function costOfCalls(prices: PriceBook, calls: Iterable<CallTokens>): Worth {
  let dollars: number | null = null;
  let unpricedTokens = 0;
  for (const call of calls) {
    const { inputTokens, cacheCreationTokens, cacheCreation1hTokens, cacheReadTokens, outputTokens } = call;
    const price = prices.find(call.model, call.day);
    const family = modelFamily(price?.model ?? "");
    const relative = RELATIVE_PRICES.find(([pattern]) => pattern.test(family))?.[1];
    if (price === null || relative === undefined) {
      unpricedTokens += inputTokens + cacheCreationTokens + cacheReadTokens + outputTokens;
      continue;
    }
    const weighted =
      inputTokens +
      (cacheCreationTokens - cacheCreation1hTokens) * relative.cacheWrite +
      cacheCreation1hTokens * relative.cacheWrite1h +
      cacheReadTokens * relative.cacheRead +
      outputTokens * relative.output;
    dollars = (dollars ?? 0) + (weighted * price.inputPrice) / 1_000_000;
  }
  return { dollars, unpricedTokens };
}
