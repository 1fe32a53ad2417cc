import { expect, it } from "vitest";
import { changeOf, differenceOf, isComparable } from "./change";

it("changeOf returns the relative change of a metric", () => {
  expect(changeOf(393.2, 353.6)).toEqual({ direction: "up", size: expect.closeTo(0.112, 3) });
  expect(changeOf(50, 100)).toEqual({ direction: "down", size: 0.5 });
  expect(changeOf(10_001, 10_000)).toEqual({ direction: "same", size: 0 });
});

it("changeOf returns null for a change from zero", () => {
  expect(changeOf(5, 0)).toBeNull();
});

it("differenceOf returns the change of a share in percentage points", () => {
  expect(differenceOf(0.365, 0.379)).toEqual({ direction: "down", size: expect.closeTo(0.014, 6) });
});

it("isComparable requires a previous period with about as many days of data", () => {
  expect(isComparable(29, 28)).toBe(true);
  expect(isComparable(30, 24)).toBe(true);
  expect(isComparable(30, 23)).toBe(false);
  expect(isComparable(0, 0)).toBe(false);
});
