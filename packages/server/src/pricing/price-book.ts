import { modelNames } from "./model-name";
import { fillRates, type ModelPrice } from "./model-price";

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

/** Prices by name, each list oldest first. */
type PricesByName = ReadonlyMap<string, readonly ModelPrice[]>;

/** The prices of a workspace by model and day. */
export class PriceBook {
  readonly #own: PricesByName;
  readonly #listed: PricesByName;
  readonly #defaultModel: string | null;
  readonly #known = new Map<string, { own: readonly ModelPrice[]; listed: readonly ModelPrice[] }>();

  /**
   * @param prices in any order; for the same model and day the later entry counts.
   * @param prices.own prices that the workspace set. They apply before listed ones.
   * @param prices.defaultModel model whose price is used for events without a model, or whose model has no price.
   */
  constructor(prices: {
    listed: readonly ModelPrice[];
    own?: readonly ModelPrice[];
    defaultModel?: string | null;
  }) {
    this.#own = byName(prices.own ?? []);
    this.#listed = byName(prices.listed);
    this.#defaultModel = prices.defaultModel ?? null;
  }

  /**
   * Returns the price of a model on a day (UTC, `YYYY-MM-DD`): the latest one effective on it. Before its first
   * price date a model has its first price. A model without prices has that of the default model; null if that
   * has none either. The parts that an own price does not name are in proportion to the listed one.
   */
  find(model: string | null, day: string): ModelPrice | null {
    return this.#findOf(model, day) ?? this.#findOf(this.#defaultModel, day);
  }

  /** Returns true if the model has a price of its own, without the default model. */
  has(model: string): boolean {
    const { own, listed } = this.#pricesOf(model);
    return own.length + listed.length > 0;
  }

  #findOf(model: string | null, day: string): ModelPrice | null {
    if (!model) return null;
    const { own, listed } = this.#pricesOf(model);
    const set = findAt(own, day);
    const list = findAt(listed, day) ?? listed[0];
    if (!set) return list ?? own[0] ?? null;
    if (!list) return set;
    return {
      ...set,
      ...fillRates(set, list),
      longContext: set.longContext,
      contextWindow: set.contextWindow ?? list.contextWindow,
    };
  }

  #pricesOf(model: string) {
    const known = this.#known.get(model);
    if (known) return known;
    const names = modelNames(model);
    const pick = (prices: PricesByName) => {
      const name = names.find((each) => prices.has(each));
      return (name !== undefined && prices.get(name)) || [];
    };
    const found = { own: pick(this.#own), listed: pick(this.#listed) };
    this.#known.set(model, found);
    return found;
  }
}

/** Prices are for a million tokens. */
export const TOKENS_PER_PRICE = 1_000_000;

function byName(prices: readonly ModelPrice[]): PricesByName {
  const named = new Map<string, Map<string, ModelPrice>>();
  for (const price of prices) {
    const name = price.model.trim().toLowerCase();
    const ofModel = named.get(name) ?? new Map<string, ModelPrice>();
    named.set(name, ofModel.set(price.effectiveFrom, price));
  }
  return new Map(
    [...named].map(([name, ofModel]) => [
      name,
      [...ofModel.values()].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1)),
    ]),
  );
}

function findAt(prices: readonly ModelPrice[], day: string): ModelPrice | undefined {
  return prices.findLast(({ effectiveFrom }) => effectiveFrom <= day);
}
