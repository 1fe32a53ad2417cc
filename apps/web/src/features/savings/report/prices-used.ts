import {
  type CallHabits,
  type ListedPrice,
  type ModelPrice,
  type ModelTokens,
  type PriceBook,
  worthOfSaved,
} from "@baton/server/pricing";

/** A price that was applied to tokens. */
interface UsedPrice extends Pick<ModelPrice, "model" | "effectiveFrom" | "inputPrice"> {
  /** The user who set it, or the price list it comes from. */
  origin: string;
  /** Net tokens that it was applied to. */
  tokens: number;
  /** Expected value of these tokens, in US dollars. */
  dollars: number;
}

interface KnownPrices {
  own: readonly (ModelPrice & { setBy: string })[];
  listed: readonly ListedPrice[];
}

/**
 * Lists each applied price with its tokens and their value, largest first.
 * Excludes tokens without a price.
 */
export function listPricesUsed(
  usage: readonly ModelTokens[],
  prices: PriceBook,
  known: KnownPrices & { habits: CallHabits },
): UsedPrice[] {
  const used = new Map<string, UsedPrice>();
  for (const one of usage) {
    const { model, day, tokens } = one;
    const price = prices.find(model, day);
    if (!price || tokens === 0) continue;
    const { model: name, effectiveFrom, inputPrice } = price;
    const key = `${name} ${effectiveFrom}`;
    const before = used.get(key) ?? {
      model: name,
      effectiveFrom,
      inputPrice,
      origin: originOf(price, known),
      tokens: 0,
      dollars: 0,
    };
    used.set(key, {
      ...before,
      tokens: before.tokens + tokens,
      dollars: before.dollars + (worthOfSaved(prices, [one], known.habits).dollars ?? 0),
    });
  }
  return [...used.values()].sort((a, b) => b.dollars - a.dollars);
}

function originOf({ model, effectiveFrom }: ModelPrice, { own, listed }: KnownPrices): string {
  const isIt = (price: ModelPrice) => price.model === model && price.effectiveFrom === effectiveFrom;
  const set = own.find(isIt);
  if (set) return `set by ${set.setBy}`;
  const { provider } = listed.find(isIt) ?? {};
  return provider === undefined ? "listed" : `${provider} price list`;
}
