import { describe, expect, it } from "vitest";
import { keepFirst, keepSeries } from "./keep-first";

describe("a list of any length", () => {
  it("is cut by keepFirst, with its total length", () => {
    expect(keepFirst(["a", "b", "c"], 2)).toEqual({ first: ["a", "b"], count: 3 });
    expect(keepFirst(["a"], 2)).toEqual({ first: ["a"], count: 1 });
  });

  it("is cut by keepSeries to all days of the largest series", () => {
    const row = (name: string, day: number, weight: number) => ({ name, day, weight });
    const small = Array.from({ length: 199 }, (_, index) => row(`small ${index}`, 1, 2));
    const rows = [row("smallest", 1, 1), row("large", 1, 2), ...small, row("large", 2, 2)];
    const by = {
      nameOf: ({ name }: { name: string }) => name,
      weightOf: ({ weight }: { weight: number }) => weight,
    };
    expect(keepSeries(rows, by)).toEqual({ first: rows.slice(1), count: 201 });
    expect(keepSeries(small, by)).toEqual({ first: small, count: 199 });
  });
});
