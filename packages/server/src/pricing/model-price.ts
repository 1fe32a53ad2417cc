import { z } from "zod";

/** Price of a model's uncached input from a day on. */
export const ModelPrice = z.object({
  /** The model as its provider names it, without a date. */
  model: z.string().trim().min(1).max(200),
  /** The first day (UTC) of this price, `YYYY-MM-DD`. */
  effectiveFrom: z.iso.date(),
  /** US dollars for a million input tokens. */
  inputPrice: z.number().min(0).max(100_000),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** A price of the built-in list, and the provider's price list it is from. */
export interface ListedPrice extends ModelPrice {
  readonly provider: string;
}

/**
 * The built-in list: published prices of standard input at the time of each model's release, in US dollars
 * per million tokens, from the providers' price lists. Excludes discounts, caching, batches and long
 * contexts:
 * set other prices in the workspace.
 */
export const LISTED_PRICES: readonly ListedPrice[] = [
  ...listed("Anthropic", [
    ["claude-3-5-haiku", "2024-11-04", 0.8],
    ["claude-3-7-sonnet", "2025-02-24", 3],
    ["claude-sonnet-4", "2025-05-22", 3],
    ["claude-opus-4", "2025-05-22", 15],
    ["claude-opus-4-1", "2025-08-05", 15],
    ["claude-sonnet-4-5", "2025-09-29", 3],
    ["claude-haiku-4-5", "2025-10-15", 1],
    ["claude-opus-4-5", "2025-11-24", 5],
  ]),
  ...listed("OpenAI", [
    ["gpt-4o", "2024-10-02", 2.5],
    ["gpt-4o-mini", "2024-07-18", 0.15],
    ["gpt-4.1", "2025-04-14", 2],
    ["gpt-4.1-mini", "2025-04-14", 0.4],
    ["gpt-4.1-nano", "2025-04-14", 0.1],
    ["o3", "2025-06-10", 2],
    ["o4-mini", "2025-04-16", 1.1],
    ["gpt-5", "2025-08-07", 1.25],
    ["gpt-5-mini", "2025-08-07", 0.25],
    ["gpt-5-nano", "2025-08-07", 0.05],
  ]),
  ...listed("Google", [
    ["gemini-2.5-pro", "2025-06-17", 1.25],
    ["gemini-2.5-flash", "2025-06-17", 0.3],
  ]),
];

function listed(
  provider: string,
  prices: readonly (readonly [model: string, effectiveFrom: string, inputPrice: number])[],
): ListedPrice[] {
  return prices.map(([model, effectiveFrom, inputPrice]) => ({ provider, model, effectiveFrom, inputPrice }));
}
