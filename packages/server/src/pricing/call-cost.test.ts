import { expect, it } from "vitest";
import { costOfCalls } from "./call-cost";
import { LISTED_PRICES } from "./model-price";
import { PriceBook } from "./price-book";

const NONE = {
  day: "2026-03-01",
  inputTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  cacheReadTokens: 0,
  outputTokens: 0,
};

const book = new PriceBook(LISTED_PRICES, null);

it.each([
  // Dollars per million tokens, as the price lists of the providers name them.
  { model: "claude-3-5-haiku", prices: [0.8, 1, 1.6, 0.08, 4] },
  { model: "claude-sonnet-4-5-20250929", prices: [3, 3.75, 6, 0.3, 15] },
  { model: "claude-haiku-4-5", prices: [1, 1.25, 2, 0.1, 5] },
  { model: "claude-opus-4-1", prices: [15, 18.75, 30, 1.5, 75] },
  { model: "claude-opus-4-5", prices: [5, 6.25, 10, 0.5, 25] },
  { model: "gpt-4o", prices: [2.5, 2.5, 2.5, 1.25, 10] },
  { model: "gpt-4.1-mini", prices: [0.4, 0.4, 0.4, 0.1, 1.6] },
  { model: "gpt-5", prices: [1.25, 1.25, 1.25, 0.125, 10] },
  { model: "gpt-5-mini", prices: [0.25, 0.25, 0.25, 0.025, 2] },
  { model: "o3", prices: [2, 2, 2, 0.5, 8] },
  { model: "o4-mini", prices: [1.1, 1.1, 1.1, 0.275, 4.4] },
  { model: "gemini-2.5-pro", prices: [1.25, 1.25, 1.25, 0.125, 10] },
  { model: "gemini-2.5-flash", prices: [0.3, 0.3, 0.3, 0.03, 2.5] },
])("costOfCalls prices each part of a call as the list of $model does", ({ model, prices }) => {
  const million = 1_000_000;
  const parts = [
    { inputTokens: million },
    { cacheCreationTokens: million },
    { cacheCreationTokens: million, cacheCreation1hTokens: million },
    { cacheReadTokens: million },
    { outputTokens: million },
  ];
  for (const [index, part] of parts.entries()) {
    expect(costOfCalls(book, [{ ...NONE, model, ...part }]).dollars).toBeCloseTo(prices[index] ?? 0, 9);
  }
});

it("costOfCalls adds the parts of all calls, and counts tokens without a price", () => {
  const claude = {
    ...NONE,
    model: "claude-sonnet-4-5-20250929",
    inputTokens: 1_000_000,
    cacheCreationTokens: 2_000_000,
    cacheCreation1hTokens: 1_000_000,
    cacheReadTokens: 1_000_000,
    outputTokens: 1_000_000,
  };
  expect(costOfCalls(book, [claude]).dollars).toBeCloseTo(3 + 3.75 + 6 + 0.3 + 15, 9);
  const unpriced = { ...NONE, model: "house", outputTokens: 7 };
  expect(costOfCalls(book, [unpriced])).toEqual({ dollars: null, unpricedTokens: 7 });
  expect(costOfCalls(book, [claude, claude, unpriced])).toEqual({
    dollars: expect.closeTo(2 * (3 + 3.75 + 6 + 0.3 + 15), 9),
    unpricedTokens: 7,
  });
});

it("costOfCalls applies a workspace's own price to all parts", () => {
  const own = { model: "claude-opus-4-5", effectiveFrom: "2026-01-01", inputPrice: 4 };
  const withOwn = new PriceBook([...LISTED_PRICES, own], null);
  const call = { ...NONE, model: "claude-opus-4-5", outputTokens: 1_000_000 };
  expect(costOfCalls(withOwn, [call])).toEqual({ dollars: 20, unpricedTokens: 0 });
});

it("costOfCalls does not guess the multiples of a variant that its family does not share", () => {
  const own = { model: "gemini-2.5-flash-lite", effectiveFrom: "2026-01-01", inputPrice: 0.1 };
  const call = { ...NONE, model: own.model, outputTokens: 5 };
  expect(costOfCalls(new PriceBook([own], null), [call])).toEqual({ dollars: null, unpricedTokens: 5 });
});
