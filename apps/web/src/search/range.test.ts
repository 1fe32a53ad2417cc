import { describe, expect, it } from "vitest";
import { findRangeFault, isDay, parseAsRange } from "./range";

describe("the range parameter", () => {
  it.each([
    "24h",
    "7d",
    "30d",
    "90d",
    "month",
    "last-month",
    "quarter",
    "year",
    "2026-10-01..2026-10-31",
    "2026-10-01..2026-10-01",
    "2024-02-29..2024-03-01",
  ])("accepts %s", (range) => expect(parseAsRange.parse(range)).toBe(range));

  it.each([
    "",
    "30",
    "toString",
    "2026-02-30..2026-03-01",
    "2026-10-02..2026-10-01",
    "2020-01-01..2026-01-01",
    "2026-10-01",
    "9999-12-31..9999-12-31",
    "0001-01-01..0001-01-01",
  ])("rejects %j", (range) => expect(parseAsRange.parse(range)).toBeNull());

  it.each([
    ["2026-10-02..2026-10-01", "reversed"],
    ["2025-11-24..2026-11-25", "too_long"],
    ["2025-11-25..2026-11-25", null],
    ["lately", "unknown"],
  ])("reports the error in %s: %s", (range, fault) => expect(findRangeFault(range)).toBe(fault));

  it("is checked against the calendar", () => {
    expect(isDay("2026-02-28")).toBe(true);
    expect(isDay("2026-02-29")).toBe(false);
  });
});
