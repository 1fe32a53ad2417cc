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

it("costOfCalls prices each part of a call, and counts tokens without a price", () => {
  const book = new PriceBook(LISTED_PRICES, null);
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
  const gpt = { ...NONE, model: "gpt-5-mini", cacheReadTokens: 1_000_000, outputTokens: 1_000_000 };
  expect(costOfCalls(book, [gpt]).dollars).toBeCloseTo(0.025 + 2, 9);
  expect(costOfCalls(book, [{ ...NONE, model: "house", outputTokens: 7 }])).toEqual({
    dollars: null,
    unpricedTokens: 7,
  });
});

it("costOfCalls applies a workspace's own price to all parts", () => {
  const own = { model: "claude-opus-4-5", effectiveFrom: "2026-01-01", inputPrice: 4 };
  const book = new PriceBook([...LISTED_PRICES, own], null);
  const call = { ...NONE, model: "claude-opus-4-5", outputTokens: 1_000_000 };
  expect(costOfCalls(book, [call])).toEqual({ dollars: 20, unpricedTokens: 0 });
});
