import { SERIES_LIMIT } from "@baton/ui/charts/series";
import { expect, it } from "vitest";
import { toSplit } from "./split-scope";

it.each([
  ["2026-01-01..2026-01-01", 2_083],
  ["2026-01-01..2026-01-31", 1_612],
  ["2025-01-01..2026-01-01", 136],
])("toSplit limits a file of %s to %d series", (range, limit) => {
  const view = { range, tz: "Europe/Berlin" };
  expect(toSplit("w", { ...view, isWhole: true }).limit).toBe(limit);
  expect(toSplit("w", view).limit).toBe(SERIES_LIMIT);
});
