import { expect, it } from "vitest";
import { hasFilters } from "./use-list-page";

it.each([
  [{}, false],
  [{ search: null, over: false }, false],
  [{ tz: "Europe/Rome", sort: "latest", compare: "s1" }, false],
  [{ search: "claim" }, true],
  [{ rule: "" }, true],
  [{ over: true }, true],
])("hasFilters returns whether %j filters a list: %s", (params, expected) => {
  expect(hasFilters(params)).toBe(expected);
});
