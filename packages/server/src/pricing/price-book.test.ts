import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelFamily, modelNames } from "./model-name";
import { ModelPrice } from "./model-price";
import { PriceBook } from "./price-book";
import { LISTED_PRICES } from "./price-list";
import { worthOfSaved } from "./saved-worth";

const PRICES = [
  { model: "large", effectiveFrom: "2026-03-01", inputPrice: 4 },
  { model: "large", effectiveFrom: "2026-01-01", inputPrice: 5 },
  { model: "small", effectiveFrom: "2026-01-01", inputPrice: 1 },
].map((price) => ModelPrice.parse(price));

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
    expect(new PriceBook({ listed: PRICES, defaultModel: "small" }).find(model, day)?.inputPrice).toBe(
      inputPrice,
    );
  });

  it("has no price for an unknown model without a default model", () => {
    expect(new PriceBook({ listed: PRICES }).find("unknown", "2026-02-01")).toBeNull();
    expect(new PriceBook({ listed: PRICES, defaultModel: "unknown" }).find(null, "2026-02-01")).toBeNull();
  });

  it("uses an own price from its day on, before later listed ones", () => {
    const own = [ModelPrice.parse({ model: "Large", effectiveFrom: "2026-02-01", inputPrice: 3.5 })];
    const book = new PriceBook({ listed: PRICES, own });
    const priceOn = (day: string) => book.find("large", day)?.inputPrice;
    expect(["2026-01-31", "2026-02-01", "2026-04-01"].map(priceOn)).toEqual([5, 3.5, 3.5]);
  });

  it("fills the parts of an own price in proportion to the listed price", () => {
    const listed = [
      ModelPrice.parse({ model: "m", effectiveFrom: "2026-01-01", inputPrice: 2, outputPrice: 8 }),
    ];
    const own = [ModelPrice.parse({ model: "m", effectiveFrom: "2026-01-01", inputPrice: 1 })];
    expect(new PriceBook({ listed, own }).find("m", "2026-02-01")).toMatchObject({
      inputPrice: 1,
      outputPrice: 4,
      cacheReadPrice: null,
    });
  });

  it("prefers the price of a host to that of the model", () => {
    const listed = ["claude-x", "eu.anthropic.claude-x"].map((model, index) =>
      ModelPrice.parse({ model, effectiveFrom: "2026-01-01", inputPrice: 5 + index / 2 }),
    );
    const book = new PriceBook({ listed });
    const priceOf = (model: string) => book.find(model, "2026-02-01")?.inputPrice;
    expect(priceOf("bedrock/eu.anthropic.claude-x-20260101-v1:0")).toBe(5.5);
    expect(priceOf("us.anthropic.claude-x-v1")).toBe(5);
  });

  it("prices each usage by its own model and day, and counts unpriced tokens", () => {
    const worth = worthOfSaved(new PriceBook({ listed: PRICES }), [
      { model: "large", day: "2026-02-01", tokens: 2_000_000 },
      { model: "large", day: "2026-03-02", tokens: 500_000 },
      { model: "small", day: "2026-03-02", tokens: -1_000_000 },
      { model: "unknown", day: "2026-03-02", tokens: 7 },
    ]);
    expect(worth).toMatchObject({ dollars: 10 + 2 - 1, unpricedTokens: 7 });
  });

  it("returns null dollars if nothing has a price", () => {
    expect(worthOfSaved(new PriceBook({ listed: [] }), [])).toMatchObject({
      dollars: null,
      unpricedTokens: 0,
    });
    expect(
      worthOfSaved(new PriceBook({ listed: [], defaultModel: "large" }), [
        { model: null, day: "2026-03-02", tokens: 7 },
      ]),
    ).toMatchObject({
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
    const book = new PriceBook({ listed: PRICES, defaultModel: "small" });
    fc.assert(
      fc.property(fc.array(usage), fc.array(usage), (some, others) => {
        const together = worthOfSaved(book, [...some, ...others]).dollars ?? 0;
        const apart = (worthOfSaved(book, some).dollars ?? 0) + (worthOfSaved(book, others).dollars ?? 0);
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
    ["us.anthropic.claude-opus-4-6-v1", "claude-opus-4-6"],
    ["anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5"],
    ["vertex_ai/claude-opus-4-8@default", "claude-opus-4-8"],
    ["claude-sonnet-4-6[1m]", "claude-sonnet-4-6"],
    ["accounts/fireworks/models/deepseek-v3", "deepseek-v3"],
    ["gpt-5-chat-latest", "gpt-5-chat"],
  ])("shortens %s to %s", (model, family) => {
    expect(modelFamily(model)).toBe(family);
  });
});

it("modelNames lists the names of a model, the most specific first", () => {
  expect(modelNames("Bedrock/us.anthropic.claude-opus-4-6-v1")).toEqual([
    "bedrock/us.anthropic.claude-opus-4-6-v1",
    "bedrock/us.anthropic.claude-opus-4-6",
    "us.anthropic.claude-opus-4-6-v1",
    "us.anthropic.claude-opus-4-6",
    "anthropic.claude-opus-4-6-v1",
    "anthropic.claude-opus-4-6",
    "claude-opus-4-6-v1",
    "claude-opus-4-6",
  ]);
});

describe("LISTED_PRICES", () => {
  it("has one price per model and day", () => {
    const days = LISTED_PRICES.map(({ model, effectiveFrom }) => `${model} ${effectiveFrom}`);
    expect(new Set(days).size).toBe(days.length);
  });

  it.each([
    ["claude-opus-4-8", 5, 25, 1_000_000],
    ["us.anthropic.claude-opus-4-8", 5.5, 27.5, 1_000_000],
    ["claude-opus-4-5-20251101", 5, 25, 200_000],
    ["anthropic/claude-sonnet-4-6", 3, 15, 1_000_000],
    ["openai/gpt-5.2-codex", 1.75, 14, 272_000],
    ["gemini/gemini-3-pro-preview", 2, 12, 1_048_576],
    ["mistral/mistral-large-latest", 0.5, 1.5, 262_144],
    ["deepseek/deepseek-chat", 0.28, 0.42, 131_072],
    ["xai/grok-4", 3, 15, 256_000],
    ["amazon.nova-pro-v1:0", 0.8, 3.2, 300_000],
    ["us.meta.llama4-scout-17b-instruct-v1:0", 0.17, 0.66, 128_000],
  ])("prices %s", (model, inputPrice, outputPrice, contextWindow) => {
    const price = new PriceBook({ listed: LISTED_PRICES }).find(model, "2026-11-01");
    expect(price).toMatchObject({ inputPrice, outputPrice, contextWindow });
  });
});
