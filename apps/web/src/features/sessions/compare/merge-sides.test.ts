import { expect, it } from "vitest";
import { mergeSides } from "./merge-sides";

it("mergeSides lists first what only one session has, each by key", () => {
  const a = new Map([
    ["shared", 1],
    ["only a", 2],
  ]);
  const b = new Map([
    ["only b", 3],
    ["shared", 4],
  ]);
  expect(mergeSides(a, b)).toEqual([
    { key: "only a", a: 2, b: null },
    { key: "only b", a: null, b: 3 },
    { key: "shared", a: 1, b: 4 },
  ]);
});
