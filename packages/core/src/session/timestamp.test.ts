import { describe, expect, it } from "vitest";
import { parseTimestamp } from "./timestamp";

const NOW = Date.UTC(2026, 0, 10, 12);

describe("parseTimestamp", () => {
  it.each([
    ["2026-01-02T17:00:00Z", "2026-01-02T17:00:00.000Z"],
    ["2026-01-02T17:00:00", "2026-01-02T17:00:00.000Z"],
    ["2026-01-02 17:00:00", "2026-01-02T17:00:00.000Z"],
    ["2026-01-02T17:00", "2026-01-02T17:00:00.000Z"],
    ["2026-01-02T17:00:00.123456+00:00", "2026-01-02T17:00:00.123Z"],
    ["2026-01-02T17:00:00+0200", "2026-01-02T15:00:00.000Z"],
    ["2026-01-11T11:59:00Z", "2026-01-11T11:59:00.000Z"],
    ["2000-01-01T00:00:00Z", "2000-01-01T00:00:00.000Z"],
  ])("converts %s to %s", (text, expected) => {
    const parsed = parseTimestamp(text, NOW);
    expect(parsed.ok && new Date(parsed.milliseconds).toISOString()).toBe(expected);
  });

  it.each([
    [undefined, "not text"],
    [1_767_373_200, "not text"],
    ["yesterday", "not an ISO 8601"],
    ["2026-01-02", "not an ISO 8601"],
    ["2026-02-31T00:00:00Z", "does not exist"],
    ["2026-01-02T25:00:00Z", "does not exist"],
    ["1999-12-31T23:59:59Z", "before the year 2000"],
    ["2026-01-11T12:00:01Z", "more than a day ahead"],
  ])("rejects %s: %s", (text, reason) => {
    const parsed = parseTimestamp(text, NOW);
    expect(parsed.ok).toBe(false);
    expect(!parsed.ok && parsed.reason).toContain(reason);
  });
});
