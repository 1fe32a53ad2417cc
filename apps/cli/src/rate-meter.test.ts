import { describe, expect, it } from "vitest";
import { formatBytes, formatSeconds, RateMeter } from "./rate-meter";

describe("RateMeter", () => {
  it("measures the last ten seconds, so that it follows changes", () => {
    const meter = new RateMeter();
    expect(meter.perSecond()).toBeNull();
    for (let second = 0; second <= 20; second++) meter.add(second * 1_000, second * 100);
    expect(meter.perSecond()).toBe(100);
    expect(meter.secondsFor(500)).toBe(5);
    for (let second = 21; second <= 40; second++) meter.add(second * 1_000, 2_000 + (second - 20) * 10);
    expect(meter.perSecond()).toBe(10);
  });

  it("returns a remaining time of null until work is done", () => {
    const meter = new RateMeter();
    meter.add(0, 0);
    meter.add(5_000, 0);
    expect(meter.secondsFor(10)).toBeNull();
  });
});

it("formatBytes and formatSeconds choose units by size", () => {
  expect([0, 999, 1_000, 99_940, 123_456, 12_345_678, 5e9].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "1.0 kB",
    "99.9 kB",
    "123.5 kB",
    "12.3 MB",
    "5.0 GB",
  ]);
  expect([0.2, 59, 200, 7_500].map(formatSeconds)).toEqual(["1 s", "59 s", "3 min 20 s", "2 h 05 min"]);
});
