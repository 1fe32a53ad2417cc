import { expect, it } from "vitest";
import { settleColours } from "./series-colours";

const seriesOf = (ids: string) => [...ids].map((id) => ({ id, label: id }));

it("gives colours by rank, and leaves them when ranks change", () => {
  const first = settleColours(seriesOf("abc"), new Map());
  expect([...first]).toEqual([
    ["a", "c1"],
    ["b", "c2"],
    ["c", "c3"],
  ]);
  expect(settleColours(seriesOf("cab"), first)).toBe(first);
});

it("gives who is new the first free colour, and back the old one to who returns", () => {
  const first = settleColours(seriesOf("abc"), new Map());
  const second = settleColours(seriesOf("acd"), first);
  expect(second.get("d")).toBe("c2");
  const third = settleColours(seriesOf("abcd"), second);
  expect(new Set("abcd".split("").map((id) => third.get(id))).size).toBe(4);
});

it("keeps the last colour for the others where there are more than eight", () => {
  const colours = settleColours(seriesOf("abcdefghi"), new Map());
  expect([...colours.values()]).toEqual(["c1", "c2", "c3", "c4", "c5", "c6", "c7"]);
  expect(settleColours(seriesOf("abcdefgh"), new Map()).get("h")).toBe("c8");
});

it("comes to rest: what it gave is given back as it is", () => {
  const once = settleColours(seriesOf("abcdefghij"), new Map());
  expect(settleColours(seriesOf("abcdefghij"), once)).toBe(once);
  const after = settleColours(seriesOf("jihgfedcba"), once);
  expect(settleColours(seriesOf("jihgfedcba"), after)).toBe(after);
});
