import { describe, expect, it } from "vitest";
import { resolveRange } from "@/search/resolve-range";
import { describePeriod } from "./period-words";

const NOW = Date.parse("2026-11-25T13:20:00Z");
const describeRange = (range: string, timeZone = "UTC") =>
  describePeriod(resolveRange(range, timeZone, NOW)).replaceAll("\u00a0", " ");

describe("describePeriod", () => {
  it("names the first and last day, with both years if they differ", () => {
    expect(describeRange("2026-10-23..2026-11-21")).toBe("23 Oct to 21 Nov 2026");
    expect(describeRange("2025-11-25..2026-11-25")).toBe("25 Nov 2025 to 25 Nov 2026");
    expect(describeRange("2026-11-23..2026-11-24", "America/New_York")).toBe("23 Nov to 24 Nov 2026");
  });

  it("names a single day once", () => {
    expect(describeRange("2026-11-24..2026-11-24")).toBe("24 Nov 2026");
  });

  it("names the hours of a period that does not start at midnight", () => {
    expect(describeRange("24h")).toBe("24 Nov 2026, 14:00 to 25 Nov 2026, 14:00");
  });
});
