import { describe, expect, it } from "vitest";
import { parseSince } from "./since-option";

const NOW = Date.parse("2026-03-10T12:00:00Z");

describe("parseSince", () => {
  it.each([
    ["30m", "2026-03-10T11:30:00.000Z"],
    ["12h", "2026-03-10T00:00:00.000Z"],
    ["7d", "2026-03-03T12:00:00.000Z"],
    ["2w", "2026-02-24T12:00:00.000Z"],
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00.000Z"],
  ])("reads %s", (text, time) => {
    expect(parseSince(text, NOW).toISOString()).toBe(time);
  });

  it.each(["", "7", "d", "-7d", "7y", "2026-02-31", "yesterday"])("rejects “%s”", (text) => {
    expect(() => parseSince(text, NOW)).toThrow("Write a duration");
  });
});
