import { describe, expect, it } from "vitest";
import { keepFirst, keepSeries } from "./keep-first";

describe("a list that whoever writes logs can make as long as they like", () => {
  it("is cut, and says how long it was", () => {
    expect(keepFirst(["a", "b", "c"], 2)).toEqual({ first: ["a", "b"], count: 3 });
    expect(keepFirst(["a"], 2)).toEqual({ first: ["a"], count: 1 });
  });

  it("keeps all days of the series that come to the most", () => {
    const row = (name: string, day: number, weight: number) => ({ name, day, weight });
    const rows = [row("small", 1, 1), row("large", 1, 2), row("middle", 1, 2), row("large", 2, 2)];
    const by = {
      nameOf: ({ name }: { name: string }) => name,
      weightOf: ({ weight }: { weight: number }) => weight,
    };
    expect(keepSeries(rows, 1, by)).toEqual({ first: [row("large", 1, 2), row("large", 2, 2)], count: 3 });
    expect(keepSeries(rows, 3, by)).toEqual({ first: rows, count: 3 });
  });
});
