import { ratesOf } from "./call-cost";
import { type ModelTokens, type PriceBook, TOKENS_PER_PRICE, type Worth } from "./price-book";

/** A model's count of texts, compared with Baton's plain count of the same texts. */
export interface Calibration {
  /** Tokens of the model ÷ tokens of Baton's count, over all answers. */
  readonly factor: number;
  /** The factor that a tenth of the answers is below. */
  readonly lowFactor: number;
  /** The factor that a tenth of the answers is above. */
  readonly highFactor: number;
  /** Number of answers compared. */
  readonly answers: number;
}

/** The way in which agents call a model. */
export interface CallHabit {
  /** Calls of an agent in a session, on average: how often the model reads a token of its context. */
  readonly turns: number;
  /** True if calls read from a cache. */
  readonly isCached: boolean;
  /** Null without enough answers to compare. */
  readonly calibration: Calibration | null;
}

/** Habits by model, and of all calls; null without calls. */
export interface CallHabits {
  readonly ofModel: ReadonlyMap<string, CallHabit>;
  readonly ofAll: CallHabit | null;
}

/** Without any call on record, a receiver is assumed to read its context once, uncached. */
export const UNKNOWN_HABITS: CallHabits = { ofModel: new Map(), ofAll: null };
const ONE_TURN: CallHabit = { turns: 1, isCached: false, calibration: null };

/** Value of saved tokens. `dollars` is the expected one; null values if none of the tokens has a price. */
export interface SavedWorth extends Worth {
  /** The value if each turn would have read the tokens from a cache. */
  readonly lowDollars: number | null;
  /** The value if no turn would have read the tokens from a cache. */
  readonly highDollars: number | null;
}

/**
 * Returns the value of tokens that receivers did not have to read, each at the prices of its own model and day. A
 * receiver reads a token in each of its turns: it writes it to the cache once and reads it from there later, or pays
 * the input price each time if it does not use a cache. A negative number of tokens is a cost. Tokens are Baton's plain
 * count; a calibrated model is billed for `factor` times as many.
 *
 * @param habits of the receivers' models; a model without calls has those of all calls.
 */
export function worthOfSaved(
  prices: PriceBook,
  usages: Iterable<ModelTokens>,
  habits: CallHabits = UNKNOWN_HABITS,
): SavedWorth {
  const sum = { dollars: 0, low: 0, high: 0, priced: 0, unpricedTokens: 0 };
  for (const { model, day, tokens } of usages) {
    if (tokens === 0) continue;
    const price = prices.find(model, day);
    if (price === null) {
      sum.unpricedTokens += tokens;
      continue;
    }
    const { turns, isCached, calibration } = habitOf(habits, model);
    const billed = tokens * (calibration?.factor ?? 1);
    const { inputPrice, cacheWritePrice, cacheReadPrice } = ratesOf(price, 0);
    const expected = isCached ? cacheWritePrice + (turns - 1) * cacheReadPrice : turns * inputPrice;
    const low = Math.min(expected, turns * cacheReadPrice);
    const high = Math.max(expected, turns * inputPrice);
    sum.priced += 1;
    sum.dollars += (billed * expected) / TOKENS_PER_PRICE;
    sum.low += (billed * (tokens > 0 ? low : high)) / TOKENS_PER_PRICE;
    sum.high += (billed * (tokens > 0 ? high : low)) / TOKENS_PER_PRICE;
  }
  const { priced, unpricedTokens } = sum;
  if (priced === 0) return { dollars: null, lowDollars: null, highDollars: null, unpricedTokens };
  return { dollars: sum.dollars, lowDollars: sum.low, highDollars: sum.high, unpricedTokens };
}

function habitOf({ ofModel, ofAll }: CallHabits, model: string | null): CallHabit {
  return (model === null ? undefined : ofModel.get(model)) ?? ofAll ?? ONE_TURN;
}
