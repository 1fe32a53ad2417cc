import { describe, expect, it } from "vitest";
import { formatAgo, formatDate, formatDateTime, formatDay, formatTime } from "./time";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const moment = Date.UTC(2026, 10, 21, 14, 33, 12, 408);

describe("absolute time", () => {
  it("says day, date and time of the zone that was asked for", () => {
    expect(plain(formatDay(moment, "UTC"))).toBe("21 Nov");
    expect(plain(formatDate(moment, "UTC"))).toBe("21 Nov 2026");
    expect(formatTime(moment, "UTC")).toBe("14:33:12");
    expect(formatTime(moment, "Asia/Kolkata")).toBe("20:03:12");
    expect(plain(formatDateTime(moment, "Pacific/Auckland", { isExact: true }))).toBe(
      "22 Nov 2026, 03:33:12.408",
    );
  });

  it("counts hours from 0 to 23", () => {
    expect(formatTime(Date.UTC(2026, 0, 1, 0, 0, 0), "UTC")).toBe("00:00:00");
  });

  it("writes September in three letters like the others", () => {
    expect(plain(formatDay(Date.UTC(2026, 8, 3), "UTC"))).toBe("3 Sep");
  });

  it("takes a Date too", () => {
    expect(formatTime(new Date(moment), "UTC")).toBe("14:33:12");
  });
});

describe("time ago", () => {
  it.each([
    [0, "just now"],
    [42_000, "42 s ago"],
    [59_900, "59 s ago"],
    [6 * 60_000 + 12_000, "6 min ago"],
    [26 * 3_600_000, "1 d ago"],
    [-2 * 3_600_000, "in 2 h"],
  ])("%d ms before now is %s", (distance, text) => {
    expect(plain(formatAgo(moment - distance, moment))).toBe(text);
  });
});
