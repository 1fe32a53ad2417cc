import { expect, it } from "vitest";
import { costOfCalls } from "./call-cost";
import { ModelPrice } from "./model-price";
import { PriceBook } from "./price-book";
import { LISTED_PRICES } from "./price-list";

const MILLION = 1_000_000;
const NONE = {
  day: "2026-10-01",
  contextAbove: 0,
  inputTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  cacheReadTokens: 0,
  outputTokens: 0,
};

const LISTED = new PriceBook({ listed: LISTED_PRICES });

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
  const parts = [
    { inputTokens: MILLION },
    { cacheCreationTokens: MILLION },
    { cacheCreationTokens: MILLION, cacheCreation1hTokens: MILLION },
    { cacheReadTokens: MILLION },
    { outputTokens: MILLION },
  ];
  for (const [index, part] of parts.entries()) {
    expect(costOfCalls(LISTED, [{ ...NONE, model, ...part }]).dollars).toBeCloseTo(prices[index] ?? 0, 9);
  }
});

it("costOfCalls adds the parts of all calls, and counts tokens without a price", () => {
  const claude = {
    ...NONE,
    model: "claude-opus-4-8",
    inputTokens: MILLION,
    cacheCreationTokens: 2 * MILLION,
    cacheCreation1hTokens: MILLION,
    cacheReadTokens: MILLION,
    outputTokens: MILLION,
  };
  expect(costOfCalls(LISTED, [claude]).dollars).toBeCloseTo(5 + 6.25 + 10 + 0.5 + 25, 9);
  expect(costOfCalls(LISTED, [{ ...NONE, model: "house", outputTokens: 7 }])).toEqual({
    dollars: null,
    unpricedTokens: 7,
  });
});

it("costOfCalls uses the prices of a long context above its threshold", () => {
  const call = { ...NONE, model: "claude-sonnet-4-5", inputTokens: MILLION, outputTokens: MILLION };
  const costAbove = (contextAbove: number) => costOfCalls(LISTED, [{ ...call, contextAbove }]).dollars;
  expect([0, 128_000, 200_000, 272_000].map(costAbove)).toEqual([18, 18, 28.5, 28.5]);
});

it("costOfCalls prices cached tokens without their own price by the usual share of the input price", () => {
  const listed = ["claude-new", "other"].map((model) =>
    ModelPrice.parse({ model, effectiveFrom: "2026-01-01", inputPrice: 10 }),
  );
  const book = new PriceBook({ listed });
  const cached = {
    ...NONE,
    cacheCreationTokens: 2 * MILLION,
    cacheCreation1hTokens: MILLION,
    cacheReadTokens: MILLION,
    outputTokens: 3,
  };
  expect(costOfCalls(book, [{ ...cached, model: "claude-new" }])).toEqual({
    dollars: 12.5 + 20 + 1,
    unpricedTokens: 3,
  });
  expect(costOfCalls(book, [{ ...cached, model: "other" }]).dollars).toBe(30);
});

it("costOfCalls applies a workspace's own price to all parts", () => {
  const own = [ModelPrice.parse({ model: "claude-opus-4-5", effectiveFrom: "2026-01-01", inputPrice: 4 })];
  const book = new PriceBook({ listed: LISTED_PRICES, own });
  const call = { ...NONE, model: "claude-opus-4-5", outputTokens: MILLION };
  expect(costOfCalls(book, [call])).toEqual({ dollars: 20, unpricedTokens: 0 });
});
