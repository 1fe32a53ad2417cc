import type { ModelPrice } from "./model-price";

/** Tokens of one model on one day. */
export interface ModelTokens {
  /** The receiver's model as the event names it; null or empty if it names none. */
  readonly model: string | null;
  /** The day (UTC), `YYYY-MM-DD`. */
  readonly day: string;
  readonly tokens: number;
}

/** Value of tokens. */
export interface Worth {
  /** US dollars; null if none of the tokens has a price. */
  readonly dollars: number | null;
  /** Tokens of models without a price, which are not in the dollars. */
  readonly unpricedTokens: number;
}

/** The prices of a workspace by model and day. */
export class PriceBook {
  readonly #prices: ReadonlyMap<string, readonly ModelPrice[]>;
  readonly #defaultModel: string | null;

  /**
   * @param prices       in any order; for the same model and day the later entry counts.
   * @param defaultModel model whose price is used for events without a model, or whose model has no price.
   */
  constructor(prices: readonly ModelPrice[], defaultModel: string | null) {
    const byModel = new Map<string, Map<string, ModelPrice>>();
    for (const price of prices) {
      const model = modelFamily(price.model);
      const ofModel = byModel.get(model) ?? new Map<string, ModelPrice>();
      byModel.set(model, ofModel.set(price.effectiveFrom, price));
    }
    this.#prices = new Map(
      [...byModel].map(([model, ofModel]) => [
        model,
        [...ofModel.values()].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1)),
      ]),
    );
    this.#defaultModel = defaultModel;
  }

  /**
   * Returns the price of a model's input on a day (UTC, `YYYY-MM-DD`): the latest one effective on it. Before
   * its first price date a model has its first price. A model without prices has that of the default model;
   * null if that has none either.
   */
  find(model: string | null, day: string): ModelPrice | null {
    const prices = this.#pricesOf(model) ?? this.#pricesOf(this.#defaultModel);
    return prices?.findLast(({ effectiveFrom }) => effectiveFrom <= day) ?? prices?.[0] ?? null;
  }

  /**
   * Returns the total value of the tokens, each at the price of its own model and
   * day. A negative number of tokens is a cost.
   */
  worthOf(usages: Iterable<ModelTokens>): Worth {
    let dollars: number | null = null;
    let unpricedTokens = 0;
    for (const { model, day, tokens } of usages) {
      if (tokens === 0) continue;
      const price = this.find(model, day);
      if (price === null) unpricedTokens += tokens;
      else dollars = (dollars ?? 0) + (tokens * price.inputPrice) / TOKENS_PER_PRICE;
    }
    return { dollars, unpricedTokens };
  }

  #pricesOf(model: string | null): readonly ModelPrice[] | undefined {
    return model === null ? undefined : this.#prices.get(modelFamily(model));
  }
}

/** Prices are for a million tokens. */
const TOKENS_PER_PRICE = 1_000_000;

/**
 * Returns the name that prices are stored under: without the provider prefix (`anthropic/…`) and the date of
 * the snapshot (`…-20250929`, `…-2025-04-14`, `…@20250929`), in lower case.
 */
export function modelFamily(model: string): string {
  const name = model.trim().toLowerCase().split("/").at(-1) ?? "";
  return name.replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
}
