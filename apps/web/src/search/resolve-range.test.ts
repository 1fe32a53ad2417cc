import { describe, expect, it } from "vitest";
import { bucketOf, type Period } from "./period";
import {
  comparedPeriod,
  daysShown,
  listBuckets,
  periodBefore,
  resolveBucket,
  resolveRange,
} from "./resolve-range";

const now = Date.UTC(2026, 10, 21, 14, 34, 12);
const HOUR = 3_600_000;

const listDays = (period: Period) => listBuckets(period, "day");
const spell = ({ start, end }: { start: Date; end: Date }) => [start.toISOString(), end.toISOString()];

describe("resolveRange", () => {
  it("returns whole days of the time zone for a preset, including today", () => {
    expect(spell(resolveRange("7d", "UTC", now))).toEqual([
      "2026-11-15T00:00:00.000Z",
      "2026-11-22T00:00:00.000Z",
    ]);
    expect(spell(resolveRange("7d", "Pacific/Auckland", now))).toEqual([
      "2026-11-15T11:00:00.000Z",
      "2026-11-22T11:00:00.000Z",
    ]);
  });

  it.each([
    ["month", "2026-11-01", "2026-11-21"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["quarter", "2026-10-01", "2026-11-21"],
    ["year", "2026-01-01", "2026-11-21"],
  ])("returns days of the calendar for %s", (range, first, last) => {
    const days = listDays(resolveRange(range, "Europe/Berlin", now));
    expect([days.at(0), days.at(-1)]).toEqual([first, last]);
  });

  it("returns whole hours for 24h", () => {
    expect(spell(resolveRange("24h", "Asia/Kolkata", now))).toEqual([
      "2026-11-20T15:00:00.000Z",
      "2026-11-21T15:00:00.000Z",
    ]);
  });

  it("includes both days of a custom range", () => {
    expect(spell(resolveRange("2026-10-01..2026-10-02", "Europe/Berlin", now))).toEqual([
      "2026-09-30T22:00:00.000Z",
      "2026-10-02T22:00:00.000Z",
    ]);
  });

  it("supports days of 23 and 25 hours", () => {
    const spring = resolveRange("2026-03-29..2026-03-29", "Europe/Berlin", now);
    const autumn = resolveRange("2026-10-25..2026-10-25", "Europe/Berlin", now);
    expect(spring.end.getTime() - spring.start.getTime()).toBe(23 * HOUR);
    expect(autumn.end.getTime() - autumn.start.getTime()).toBe(25 * HOUR);
  });
});

describe("listDays", () => {
  it("returns as many days as the preset has, regardless of clock changes", () => {
    expect(listDays(resolveRange("30d", "Europe/Berlin", now))).toHaveLength(30);
    expect(listDays(resolveRange("30d", "Europe/Berlin", now)).at(-1)).toBe("2026-11-21");
    expect(listDays(resolveRange("90d", "America/Sao_Paulo", now))).toHaveLength(90);
  });

  it("returns both days that 24h overlaps", () => {
    expect(listDays(resolveRange("24h", "UTC", now))).toEqual(["2026-11-20", "2026-11-21"]);
  });
});

describe("daysShown", () => {
  it("returns the displayed days of the time zone", () => {
    expect(daysShown("7d", "UTC", now)).toEqual({ first: "2026-11-15", last: "2026-11-21" });
    expect(daysShown("7d", "Pacific/Auckland", now)).toEqual({ first: "2026-11-16", last: "2026-11-22" });
    expect(daysShown("24h", "UTC", now)).toEqual({ first: "2026-11-20", last: "2026-11-21" });
  });

  it("returns the days of a custom range", () => {
    expect(daysShown("2026-10-01..2026-10-31", "Asia/Kolkata", now)).toEqual({
      first: "2026-10-01",
      last: "2026-10-31",
    });
  });
});

describe("listBuckets by hour", () => {
  it("returns the hours of 24h, and of a custom day", () => {
    const period = resolveRange("24h", "Asia/Kolkata", now);
    expect(bucketOf(period)).toBe("hour");
    // The period starts on a whole UTC hour, which is half past in Kolkata, so it overlaps 25 hours there.
    expect(listBuckets(period, "hour")).toHaveLength(25);
    expect(listBuckets(resolveRange("24h", "UTC", now), "hour").at(-1)).toBe("2026-11-21T14");
    expect(bucketOf(resolveRange("2026-11-20..2026-11-20", "UTC", now))).toBe("hour");
    expect(bucketOf(resolveRange("7d", "UTC", now))).toBe("day");
  });

  it("returns an hour once that the clock shows twice", () => {
    const autumn = resolveRange("2026-10-25..2026-10-25", "Europe/Berlin", now);
    expect(listBuckets(autumn, "hour")).toHaveLength(24);
  });
});

describe("periodBefore", () => {
  it("returns the same number of days, up to the start of the period", () => {
    const period = resolveRange("30d", "Europe/Berlin", now);
    const before = periodBefore(period);
    expect(before.end).toEqual(period.start);
    expect(listDays(before)).toHaveLength(30);
    expect(listDays(before).at(-1)).toBe("2026-10-22");
  });

  it.each([
    ["month", "2026-10-01", "2026-10-21"],
    ["last-month", "2026-09-01", "2026-09-30"],
    ["quarter", "2026-07-01", "2026-08-21"],
    ["year", "2025-01-01", "2025-11-21"],
    ["2026-03-01..2026-03-30", "2026-02-01", "2026-02-28"],
    ["2026-02-01..2026-02-28", "2026-01-01", "2026-01-31"],
    ["2026-11-01..2026-11-01", "2026-10-31", "2026-10-31"],
    ["2026-11-02..2026-11-08", "2026-10-26", "2026-11-01"],
    ["2026-02-01..2026-04-30", "2025-11-04", "2026-01-31"],
  ])("compares %s with the days from %s to %s", (range, first, last) => {
    const days = listDays(periodBefore(resolveRange(range, "Europe/Berlin", now)));
    expect([days.at(0), days.at(-1)]).toEqual([first, last]);
  });

  it("returns the same number of hours for 24h", () => {
    expect(spell(periodBefore(resolveRange("24h", "UTC", now)))).toEqual([
      "2026-11-19T15:00:00.000Z",
      "2026-11-20T15:00:00.000Z",
    ]);
  });
});

describe("resolveBucket", () => {
  it("returns a day of 23, 24 or 25 hours", () => {
    expect(spell(resolveBucket("2026-03-29", "Europe/Berlin"))).toEqual([
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
  });

  it("returns an hour, also around clock changes", () => {
    expect(spell(resolveBucket("2026-10-25T02", "Europe/Berlin"))).toEqual([
      "2026-10-25T00:00:00.000Z",
      "2026-10-25T02:00:00.000Z",
    ]);
    expect(spell(resolveBucket("2026-03-29T03", "Europe/Berlin"))).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-29T02:00:00.000Z",
    ]);
    expect(spell(resolveBucket("2026-11-20T14", "Asia/Kolkata"))).toEqual([
      "2026-11-20T08:30:00.000Z",
      "2026-11-20T09:30:00.000Z",
    ]);
  });

  it("splits a period completely into the listed buckets", () => {
    const period = resolveRange("2026-10-24..2026-10-25", "Europe/Berlin", now);
    const hours = listBuckets(period, "hour").map((key) => resolveBucket(key, "Europe/Berlin"));
    expect(hours.at(0)?.start).toEqual(period.start);
    expect(hours.at(-1)?.end).toEqual(period.end);
    for (const [index, { end }] of hours.entries()) {
      expect(end).toEqual(hours[index + 1]?.start ?? period.end);
    }
  });
});

describe("comparedPeriod", () => {
  const daysOf = (range: string, comparison: string | undefined) => {
    const days = listDays(comparedPeriod(resolveRange(range, "Europe/Berlin", now), comparison));
    return [days.at(0), days.at(-1), days.length];
  };

  it("returns the latest earlier period that has the same days of the week", () => {
    expect(daysOf("30d", "weekday")).toEqual(["2026-09-18", "2026-10-17", 30]);
    expect(daysOf("7d", "weekday")).toEqual(["2026-11-08", "2026-11-14", 7]);
    expect(daysOf("2026-11-21..2026-11-21", "weekday")).toEqual(["2026-11-14", "2026-11-14", 1]);
  });

  it("returns the same days of the previous year, or two chosen days", () => {
    expect(daysOf("30d", "year")).toEqual(["2025-10-23", "2025-11-21", 30]);
    expect(daysOf("30d", "2026-01-05..2026-01-06")).toEqual(["2026-01-05", "2026-01-06", 2]);
  });

  it("returns the previous period without a choice", () => {
    expect(daysOf("30d", undefined)).toEqual(["2026-09-23", "2026-10-22", 30]);
  });
});
