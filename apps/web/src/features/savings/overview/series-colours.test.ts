import { expect, it } from "vitest";
import { settleColours } from "./series-colours";

const seriesOf = (ids: string) => [...ids].map((id) => ({ id, label: id }));

it("settleColours assigns colors by rank, and keeps them when ranks change", () => {
  const first = settleColours(seriesOf("abc"), new Map());
  expect([...first]).toEqual([
    ["a", "c1"],
    ["b", "c2"],
    ["c", "c3"],
  ]);
  expect(settleColours(seriesOf("cab"), first)).toBe(first);
});

it("settleColours gives a new series the first free color, and a returning one its own", () => {
  const first = settleColours(seriesOf("abc"), new Map());
  const second = settleColours(seriesOf("acd"), first);
  expect(second.get("d")).toBe("c2");
  const third = settleColours(seriesOf("abcd"), second);
  expect(new Set("abcd".split("").map((id) => third.get(id))).size).toBe(4);
});

it("settleColours reserves the last color for combined series if there are more than eight", () => {
  const colours = settleColours(seriesOf("abcdefghi"), new Map());
  expect([...colours.values()]).toEqual(["c1", "c2", "c3", "c4", "c5", "c6", "c7"]);
  expect(settleColours(seriesOf("abcdefgh"), new Map()).get("h")).toBe("c8");
});

it("settleColours returns the same colors for the same series", () => {
  const once = settleColours(seriesOf("abcdefghij"), new Map());
  expect(settleColours(seriesOf("abcdefghij"), once)).toBe(once);
  const after = settleColours(seriesOf("jihgfedcba"), once);
  expect(settleColours(seriesOf("jihgfedcba"), after)).toBe(after);
});
