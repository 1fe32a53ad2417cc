import { expect, it } from "vitest";
import { isFiltered } from "./filters";

it("isFiltered returns true if the page shows only some handoffs", () => {
  expect(isFiltered({ range: "30d", tz: "UTC" })).toBe(false);
  expect(isFiltered({ range: "30d", tz: "UTC", agent: undefined })).toBe(false);
  expect(isFiltered({ range: "30d", tz: "UTC", agent: "fraud" })).toBe(true);
  // An empty rule is a choice: no rule, the default applied.
  expect(isFiltered({ range: "30d", tz: "UTC", rule: "" })).toBe(true);
  expect(isFiltered({ range: "2026-10-01..2026-10-31", tz: "UTC" })).toBe(true);
});
