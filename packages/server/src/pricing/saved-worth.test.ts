import { expect, it } from "vitest";
import { ModelPrice } from "./model-price";
import { PriceBook } from "./price-book";
import { UNKNOWN_HABITS, worthOfSaved } from "./saved-worth";

const DAY = "2026-11-01";
const prices = new PriceBook({
  listed: [
    ModelPrice.parse({
      model: "m",
      effectiveFrom: "2026-01-01",
      inputPrice: 4,
      cacheWritePrice: 5,
      cacheReadPrice: 0.5,
    }),
  ],
});
const worth = (tokens: number, turns: number, isCached: boolean) =>
  worthOfSaved(prices, [{ model: "m", day: DAY, tokens }], {
    ofModel: new Map([["m", { turns, isCached, calibration: null }]]),
    ofAll: null,
  });

it("a token is worth a cache write and a cache read for each further turn", () => {
  expect(worth(1_000_000, 11, true)).toEqual({
    dollars: 5 + 10 * 0.5,
    lowDollars: 11 * 0.5,
    highDollars: 11 * 4,
    unpricedTokens: 0,
  });
});

it("a token is worth the input price in each turn if nothing is cached", () => {
  expect(worth(1_000_000, 3, false)).toMatchObject({ dollars: 12, lowDollars: 1.5, highDollars: 12 });
});

it("a net cost has its range in the same order", () => {
  expect(worth(-1_000_000, 2, true)).toMatchObject({ dollars: -5.5, lowDollars: -8, highDollars: -1 });
});

it("a calibrated model is billed for its own count of the same text", () => {
  const calibration = { factor: 1.3, lowFactor: 1.2, highFactor: 1.4, answers: 40 };
  const habits = { ofModel: new Map([["m", { turns: 1, isCached: false, calibration }]]), ofAll: null };
  const tokens = [{ model: "m", day: DAY, tokens: 1_000_000 }];
  expect(worthOfSaved(prices, tokens, habits)).toMatchObject({ dollars: 5.2, highDollars: 5.2 });
});

it("a model without calls has the habits of all calls, or one uncached turn", () => {
  const tokens = [{ model: "m", day: DAY, tokens: 1_000_000 }];
  const ofAll = { turns: 2, isCached: false, calibration: null };
  expect(worthOfSaved(prices, tokens, { ofModel: new Map(), ofAll }).dollars).toBe(8);
  expect(worthOfSaved(prices, tokens, UNKNOWN_HABITS).dollars).toBe(4);
  expect(worthOfSaved(prices, [{ model: "other", day: DAY, tokens: 7 }])).toEqual({
    dollars: null,
    lowDollars: null,
    highDollars: null,
    unpricedTokens: 7,
  });
});
