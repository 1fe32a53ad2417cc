import { formatMoney } from "@baton/ui/format/number";

interface WorthOfSavings {
  savedDollars: number | null;
  lowDollars: number | null;
  highDollars: number | null;
}

/** Explains how the money saved was computed, with its range; undefined without a price. */
export function describeWorth({ savedDollars, lowDollars, highDollars }: WorthOfSavings): string | undefined {
  if (savedDollars === null || lowDollars === null || highDollars === null) return undefined;
  return [
    `Expected ${formatMoney(savedDollars)}, low ${formatMoney(lowDollars)}, high ${formatMoney(highDollars)}.`,
    "A token counts in each turn of its receiver, at the prices of its model: one cache write, then cache reads. Turns and cache use come from recorded calls; without calls, one uncached turn. Calibrated models (Settings → Prices) count by their own tokenizer.",
    "Low: every turn reads it from a cache. High: no turn does.",
  ].join(" ");
}
