import { describe, expect, it } from "vitest";
import {
  compactNumber,
  formatBytes,
  formatCompact,
  formatCount,
  formatCountOf,
  formatDuration,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRatio,
} from "./number";

/** Replaces the product's no-break spaces, so that tests can use plain ones. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("count formats", () => {
  it("separate thousands, and use a minus sign", () => {
    expect(formatCount(210_498)).toBe("210,498");
    expect(formatCount(-4_800)).toBe("−4,800");
    expect(formatCount(-0.2)).toBe("0");
  });

  it("use the singular for one, and the plural for others", () => {
    expect([0, 1, 1_200].map((count) => formatCountOf(count, "handoff"))).toEqual([
      "0 handoffs",
      "1 handoff",
      "1,200 handoffs",
    ]);
  });

  it("put a no-break space before the unit", () => {
    expect(formatCompact(393_200_000)).toBe("393.2\u00a0M");
  });

  it.each([
    [0, "0"],
    [9_999, "9,999"],
    [10_000, "10.0 k"],
    [33_360, "33.4 k"],
    [999_949, "999.9 k"],
    [999_950, "1.0 M"],
    [999_949_999, "999.9 M"],
    [999_950_000, "1.0 B"],
    [-4_800_000, "−4.8 M"],
  ])("shorten %d to %s", (count, text) => {
    expect(plain(formatCompact(count))).toBe(text);
  });

  it("return value and unit separately", () => {
    expect(compactNumber(393_200_000)).toEqual({ value: "393.2", unit: "M" });
    expect(compactNumber(12)).toEqual({ value: "12", unit: "" });
  });
});

describe("share, ratio and money formats", () => {
  it("show shares with one decimal", () => {
    expect(plain(formatPercent(0.58))).toBe("58.0 %");
    expect(plain(formatPercent(-0.012))).toBe("−1.2 %");
    expect(plain(formatPercent(-0.0001))).toBe("0.0 %");
  });

  it("show a difference of shares in points without a sign, because an arrow shows the direction", () => {
    expect(plain(formatPoints(-0.043))).toBe("4.3 pts");
  });

  it("show a ratio without a space", () => {
    expect(formatRatio(38.58)).toBe("38.6×");
  });

  it.each([
    [1180.4, "$1,180"],
    [5.579, "$5.58"],
    [99.996, "$100"],
    [0, "$0.00"],
    [-12.5, "−$12.50"],
    [0.00996, "$0.01"],
    [0.00421, "$0.0042"],
    [-0.001, "−$0.001"],
    [0.00004, "< $0.0001"],
    [-0.00004, "> −$0.0001"],
  ])("show %d dollars as %s", (dollars, text) => {
    expect(plain(formatMoney(dollars))).toBe(text);
  });
});

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_200, "1.2 kB"],
    [999_949, "999.9 kB"],
    [999_950, "1.0 MB"],
    [48_300_000, "48.3 MB"],
    [5e15, "5,000.0 TB"],
  ])("formats %d as %s", (bytes, text) => {
    expect(plain(formatBytes(bytes))).toBe(text);
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0.0 ms"],
    [1.9, "1.9 ms"],
    [400, "0.4 s"],
    [9_949, "9.9 s"],
    [9_950, "10 s"],
    [59_600, "1 min 0 s"],
    [372_000, "6 min 12 s"],
    [7_440_000, "2 h 04 min"],
    [3 * 86_400_000 + 4 * 3_600_000, "3 d 04 h"],
  ])("formats %d ms as %s", (milliseconds, text) => {
    expect(plain(formatDuration(milliseconds))).toBe(text);
  });
});
