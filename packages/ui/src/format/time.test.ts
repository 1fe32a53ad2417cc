import { describe, expect, it } from "vitest";
import { formatAgo, formatDate, formatDateTime, formatDay, formatTime, formatTimeBeside } from "./time";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const moment = Date.UTC(2026, 10, 21, 14, 33, 12, 408);

describe("time formats", () => {
  it("show day, date and time in the given time zone", () => {
    expect(plain(formatDay(moment, "UTC"))).toBe("21 Nov");
    expect(plain(formatDate(moment, "UTC"))).toBe("21 Nov 2026");
    expect(formatTime(moment, "UTC")).toBe("14:33:12");
    expect(formatTime(moment, "Asia/Kolkata")).toBe("20:03:12");
    expect(plain(formatDateTime(moment, "Pacific/Auckland", { isExact: true }))).toBe(
      "22 Nov 2026, 03:33:12.408",
    );
  });

  it("name the day of a time that is on another day than the page", () => {
    const midnight = Date.UTC(2026, 10, 22);
    expect(formatTimeBeside(moment, "UTC", moment)).toBe("14:33:12");
    expect(formatTimeBeside(moment, "UTC", undefined)).toBe("14:33:12");
    expect(plain(formatTimeBeside(midnight, "UTC", moment))).toBe("22 Nov, 00:00:00");
    expect(formatTimeBeside(midnight, "America/New_York", moment)).toBe("19:00:00");
  });

  it("count hours from 0 to 23", () => {
    expect(formatTime(Date.UTC(2026, 0, 1, 0, 0, 0), "UTC")).toBe("00:00:00");
  });

  it("abbreviate September to three letters", () => {
    expect(plain(formatDay(Date.UTC(2026, 8, 3), "UTC"))).toBe("3 Sep");
  });

  it("accept a Date", () => {
    expect(formatTime(new Date(moment), "UTC")).toBe("14:33:12");
  });
});

describe("formatAgo", () => {
  it.each([
    [0, "just now"],
    [42_000, "42 s ago"],
    [59_900, "59 s ago"],
    [6 * 60_000 + 12_000, "6 min ago"],
    [26 * 3_600_000, "1 d ago"],
    [-2 * 3_600_000, "in 2 h"],
  ])("formats %d ms before now as %s", (distance, text) => {
    expect(plain(formatAgo(moment - distance, moment))).toBe(text);
  });
});
