import { expect, it } from "vitest";
import { changeOf, differenceOf, isComparable } from "./change";

it("says by what part a figure changed", () => {
  expect(changeOf(393.2, 353.6)).toEqual({ direction: "up", size: expect.closeTo(0.112, 3) });
  expect(changeOf(50, 100)).toEqual({ direction: "down", size: 0.5 });
  expect(changeOf(10_001, 10_000)).toEqual({ direction: "same", size: 0 });
});

it("says nothing of a change from nothing", () => {
  expect(changeOf(5, 0)).toBeNull();
});

it("says a share's change in points, not in parts of itself", () => {
  expect(differenceOf(0.365, 0.379)).toEqual({ direction: "down", size: expect.closeTo(0.014, 6) });
});

it("holds a period only against one that has about as many days with data", () => {
  expect(isComparable(29, 28)).toBe(true);
  expect(isComparable(30, 24)).toBe(true);
  expect(isComparable(30, 23)).toBe(false);
  expect(isComparable(0, 0)).toBe(false);
});
