import { z } from "zod";

const Dollars = z.number().min(0).max(100_000);

/** US dollars per million tokens of each part of a call; null if unknown. */
const Rates = z.object({
  inputPrice: Dollars,
  outputPrice: Dollars.nullable().default(null),
  /** Cache writes for 5 minutes. */
  cacheWritePrice: Dollars.nullable().default(null),
  cacheWrite1hPrice: Dollars.nullable().default(null),
  cacheReadPrice: Dollars.nullable().default(null),
});
export type Rates = z.infer<typeof Rates>;

/** Prices of a model from a day on. */
export const ModelPrice = Rates.extend({
  /** The model as its provider names it, without a date. */
  model: z.string().trim().min(1).max(200),
  /** The first day (UTC) of this price, `YYYY-MM-DD`. */
  effectiveFrom: z.iso.date(),
  /** Prices of calls with a long context. */
  longContext: Rates.extend({
    /** Input tokens, cached ones included, above which these prices apply to the whole call. */
    aboveTokens: z.int().min(1).max(100_000_000),
  })
    .nullable()
    .default(null),
  /** Most input tokens that the model accepts; null if unknown. */
  contextWindow: z.int().min(1).max(100_000_000).nullable().default(null),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** A price of a public list. */
export const ListedPrice = ModelPrice.extend({
  /** The host that charges it, as the list names it. */
  provider: z.string().min(1).max(100),
});
export type ListedPrice = z.infer<typeof ListedPrice>;

/** Returns true if two prices are equal in all but name, day and provider. */
export function isSamePrice(a: ModelPrice, b: ModelPrice): boolean {
  const isSameLong = isSameRates(a.longContext, b.longContext);
  return (
    isSameRates(a, b) &&
    isSameLong &&
    a.longContext?.aboveTokens === b.longContext?.aboveTokens &&
    a.contextWindow === b.contextWindow
  );
}

function isSameRates(a: Rates | null, b: Rates | null): boolean {
  if (a === null || b === null) return a === b;
  return RATES.every((rate) => a[rate] === b[rate]);
}

/** The parts of a call that have a price of their own. */
export const RATES = [
  "inputPrice",
  "outputPrice",
  "cacheWritePrice",
  "cacheWrite1hPrice",
  "cacheReadPrice",
] as const;

/** Returns rates whose unknown parts are those of a base, in proportion to the input prices. */
export function fillRates(rates: Rates, base: Rates): Rates {
  const factor = base.inputPrice === 0 ? 1 : rates.inputPrice / base.inputPrice;
  const fill = (rate: Exclude<(typeof RATES)[number], "inputPrice">) =>
    rates[rate] ?? (base[rate] === null ? null : base[rate] * factor);
  return {
    inputPrice: rates.inputPrice,
    outputPrice: fill("outputPrice"),
    cacheWritePrice: fill("cacheWritePrice"),
    cacheWrite1hPrice: fill("cacheWrite1hPrice"),
    cacheReadPrice: fill("cacheReadPrice"),
  };
}
