import { ListedPrice, ModelPrice, PriceBook, UNKNOWN_HABITS, worthOfSaved } from "@baton/server/pricing";
import { expect, it } from "vitest";
import { listPricesUsed } from "./prices-used";

const LISTED = [
  { model: "large", effectiveFrom: "2026-01-01", inputPrice: 5, provider: "Maker" },
  { model: "small", effectiveFrom: "2026-01-01", inputPrice: 1, provider: "Maker" },
].map((price) => ListedPrice.parse(price));
const OWN = [
  { ...ModelPrice.parse({ model: "large", effectiveFrom: "2026-03-01", inputPrice: 4 }), setBy: "Ann" },
];

it("listPricesUsed lists each applied price with its date, source and amount", () => {
  const book = new PriceBook({ listed: LISTED, own: OWN, defaultModel: "small" });
  const usage = [
    { model: "large-20260115", day: "2026-02-01", tokens: 1_000_000 },
    { model: "large", day: "2026-03-02", tokens: 2_000_000 },
    { model: "", day: "2026-03-02", tokens: 500_000 },
    { model: "small", day: "2026-03-03", tokens: 500_000 },
  ];
  const used = listPricesUsed(usage, book, { own: OWN, listed: LISTED, habits: UNKNOWN_HABITS });
  expect(used).toEqual([
    {
      model: "large",
      effectiveFrom: "2026-03-01",
      inputPrice: 4,
      origin: "set by Ann",
      tokens: 2_000_000,
      dollars: 8,
    },
    {
      model: "large",
      effectiveFrom: "2026-01-01",
      inputPrice: 5,
      origin: "Maker price list",
      tokens: 1_000_000,
      dollars: 5,
    },
    {
      model: "small",
      effectiveFrom: "2026-01-01",
      inputPrice: 1,
      origin: "Maker price list",
      tokens: 1_000_000,
      dollars: 1,
    },
  ]);
  expect(used.reduce((sum, { dollars }) => sum + dollars, 0)).toBe(worthOfSaved(book, usage).dollars);
});

it("listPricesUsed omits models without a price", () => {
  const usage = [{ model: "unknown", day: "2026-03-02", tokens: 7 }];
  expect(
    listPricesUsed(usage, new PriceBook({ listed: LISTED }), {
      own: [],
      listed: LISTED,
      habits: UNKNOWN_HABITS,
    }),
  ).toEqual([]);
});
