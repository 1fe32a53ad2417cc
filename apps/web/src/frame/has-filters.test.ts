import { expect, it } from "vitest";
import { hasFilters } from "./has-filters";

it.each([
  [{}, false],
  [{ search: null, over: false }, false],
  [{ search: "" }, false],
  [{ tz: "Europe/Rome", sort: "latest" }, false],
  [{ search: "claim" }, true],
  [{ over: true }, true],
])("hasFilters returns whether %j filters a list: %s", (params, expected) => {
  expect(hasFilters(params)).toBe(expected);
});
