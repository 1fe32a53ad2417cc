import { describe, expect, it } from "vitest";
import { nextOrder, sortRows } from "./sort";

const identity = (value: number | string | null) => value;

describe("sortRows", () => {
  it("sorts numbers by size, and does not change its input", () => {
    const rows = [3, 20, 1];
    expect(sortRows(rows, identity, "descending")).toEqual([20, 3, 1]);
    expect(rows).toEqual([3, 20, 1]);
  });

  it("sorts digits in text as numbers", () => {
    expect(sortRows(["v10", "v9", "v1"], identity, "ascending")).toEqual(["v1", "v9", "v10"]);
  });

  it("puts empty values last in both directions", () => {
    expect(sortRows([null, 2, null, 1], identity, "ascending")).toEqual([1, 2, null, null]);
    expect(sortRows([null, 2, null, 1], identity, "descending")).toEqual([2, 1, null, null]);
  });

  it("keeps the order of equal rows", () => {
    const rows = [
      { id: "a", size: 1 },
      { id: "b", size: 1 },
      { id: "c", size: 2 },
    ];
    expect(sortRows(rows, (row) => row.size, "descending").map((row) => row.id)).toEqual(["c", "a", "b"]);
  });
});

describe("nextOrder", () => {
  it("starts descending for numbers, and ascending for text", () => {
    expect(nextOrder(null, "tokens", true)).toEqual({ columnId: "tokens", direction: "descending" });
    expect(nextOrder(null, "name", false)).toEqual({ columnId: "name", direction: "ascending" });
  });

  it("reverses the order of the same column, and resets it for another", () => {
    const order = nextOrder({ columnId: "tokens", direction: "descending" }, "tokens", true);
    expect(order.direction).toBe("ascending");
    expect(nextOrder(order, "name", false)).toEqual({ columnId: "name", direction: "ascending" });
  });
});
