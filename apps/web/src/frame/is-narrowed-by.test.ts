import { expect, it } from "vitest";
import { isNarrowedBy } from "./is-narrowed-by";

it.each([
  [{}, false],
  [{ search: null, over: false }, false],
  [{ search: "" }, false],
  [{ tz: "Europe/Rome", sort: "latest" }, false],
  [{ search: "claim" }, true],
  [{ over: true }, true],
])("tells whether %j narrows a list: %s", (params, expected) => {
  expect(isNarrowedBy(params)).toBe(expected);
});
