import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LISTED_PRICES, ModelPrice } from "./model-price";
import { modelFamily, PriceBook } from "./price-book";

const PRICES = [
  { model: "large", effectiveFrom: "2026-03-01", inputPrice: 4 },
  { model: "large", effectiveFrom: "2026-01-01", inputPrice: 5 },
  { model: "small", effectiveFrom: "2026-01-01", inputPrice: 1 },
];

describe("PriceBook", () => {
  it.each([
    ["large", "2026-02-28", 5],
    ["large", "2026-03-01", 4],
    ["large", "2025-06-01", 5],
    ["vendor/LARGE-20260115", "2026-02-01", 5],
    ["unknown", "2026-02-01", 1],
    ["", "2026-02-01", 1],
    [null, "2026-02-01", 1],
  ])("prices %s on %s at $%d", (model, day, inputPrice) => {
    expect(new PriceBook(PRICES, "small").find(model, day)?.inputPrice).toBe(inputPrice);
  });

  it("has no price for an unknown model without a default model", () => {
    expect(new PriceBook(PRICES, null).find("unknown", "2026-02-01")).toBeNull();
    expect(new PriceBook(PRICES, "unknown").find(null, "2026-02-01")).toBeNull();
  });

  it("uses the later entry for the same day, so a workspace's own price overrides the listed one", () => {
    const own = { model: "Large", effectiveFrom: "2026-03-01", inputPrice: 3.5 };
    expect(new PriceBook([...PRICES, own], null).find("large", "2026-04-01")).toEqual(own);
  });

  it("prices each usage by its own model and day, and counts unpriced tokens", () => {
    const worth = new PriceBook(PRICES, null).worthOf([
      { model: "large", day: "2026-02-01", tokens: 2_000_000 },
      { model: "large", day: "2026-03-02", tokens: 500_000 },
      { model: "small", day: "2026-03-02", tokens: -1_000_000 },
      { model: "unknown", day: "2026-03-02", tokens: 7 },
    ]);
    expect(worth).toEqual({ dollars: 10 + 2 - 1, unpricedTokens: 7 });
  });

  it("returns null dollars if nothing has a price", () => {
    expect(new PriceBook([], null).worthOf([])).toEqual({ dollars: null, unpricedTokens: 0 });
    expect(new PriceBook([], "large").worthOf([{ model: null, day: "2026-03-02", tokens: 7 }])).toEqual({
      dollars: null,
      unpricedTokens: 7,
    });
  });

  it("returns the same value for any grouping of usages", () => {
    const usage = fc.record({
      model: fc.constantFrom("large", "small", "unknown", null),
      day: fc.constantFrom("2025-12-31", "2026-02-28", "2026-03-01"),
      tokens: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    });
    const book = new PriceBook(PRICES, "small");
    fc.assert(
      fc.property(fc.array(usage), fc.array(usage), (some, others) => {
        const together = book.worthOf([...some, ...others]).dollars ?? 0;
        const apart = (book.worthOf(some).dollars ?? 0) + (book.worthOf(others).dollars ?? 0);
        expect(together).toBeCloseTo(apart, 6);
      }),
    );
  });
});

describe("modelFamily", () => {
  it.each([
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["anthropic/claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
    ["gpt-4.1-2025-04-14", "gpt-4.1"],
    ["gpt-4o", "gpt-4o"],
  ])("shortens %s to %s", (model, family) => {
    expect(modelFamily(model)).toBe(family);
  });
});

describe("LISTED_PRICES", () => {
  it("has valid prices, once per model and day, under the name of the model family", () => {
    for (const price of LISTED_PRICES) {
      expect(ModelPrice.parse(price)).toMatchObject({ model: modelFamily(price.model) });
    }
    const days = LISTED_PRICES.map(({ model, effectiveFrom }) => `${model} ${effectiveFrom}`);
    expect(new Set(days).size).toBe(days.length);
  });
});
