import { describe, expect, it } from "vitest";
import { hasDaysOfUtc, isInStepsOf, partsOfOtherDays } from "./time-range";

const [QUARTER, HOUR] = [15 * 60_000, 60 * 60_000];

const rangeOf = (timeZone: string, start: string, end: string) => ({
  start: new Date(`${start}T00:00:00Z`),
  end: new Date(`${end}T00:00:00Z`),
  timeZone,
});

describe("isInStepsOf and hasDaysOfUtc", () => {
  const day = (timeZone: string, end = "2026-03-11") => rangeOf(timeZone, "2026-03-10", end);
  it.each([
    [day("UTC"), [true, true]],
    [day("Europe/Berlin"), [true, true]],
    [day("Asia/Kolkata"), [false, true]],
    [day("Asia/Kathmandu"), [false, true]],
    // Daylight saving is half an hour there, and ends on 5 April 2026.
    [day("Australia/Lord_Howe"), [true, true]],
    [day("Australia/Lord_Howe", "2026-04-06"), [false, true]],
    [day("Australia/Lord_Howe", "2026-12-01"), [false, true]],
    // Until 2011, clocks changed there at one minute past midnight.
    [rangeOf("America/St_Johns", "2010-03-01", "2010-04-01"), [false, false]],
  ])("check whether %j consists of whole hours and whole quarters: %j", (range, expected) => {
    expect([isInStepsOf(HOUR, range), isInStepsOf(QUARTER, range)]).toEqual(expected);
  });

  it("treat Iceland as UTC all year, and London only in winter", () => {
    expect(hasDaysOfUtc(rangeOf("Atlantic/Reykjavik", "2026-01-01", "2026-12-31"))).toBe(true);
    expect(hasDaysOfUtc(rangeOf("Europe/London", "2026-01-01", "2026-03-01"))).toBe(true);
    expect(hasDaysOfUtc(rangeOf("Europe/London", "2026-01-01", "2026-04-01"))).toBe(false);
  });
});

describe("parts of UTC days that belong to other local days", () => {
  const list = (timeZone: string, start: string, end: string) =>
    partsOfOtherDays(rangeOf(timeZone, start, end)).map((part) =>
      [part.start, part.end, part.noon].map((time) => new Date(time).toISOString().slice(5, 16)),
    );

  it.each([
    ["Europe/Berlin", [["11-10T23:00", "11-11T00:00", "11-10T12:00"]]],
    ["America/New_York", [["11-10T00:00", "11-10T05:00", "11-10T12:00"]]],
    ["Asia/Kolkata", [["11-10T18:30", "11-11T00:00", "11-10T12:00"]]],
    ["Asia/Kathmandu", [["11-10T18:15", "11-11T00:00", "11-10T12:00"]]],
    // The offset is thirteen hours, so noon UTC is in the next day there.
    ["Pacific/Auckland", [["11-10T00:00", "11-10T11:00", "11-10T12:00"]]],
    ["UTC", []],
  ])("are listed for %s", (timeZone, expected) => {
    expect(list(timeZone, "2026-11-10", "2026-11-11")).toEqual(expected);
  });

  it("change on the day of a clock change", () => {
    expect(list("Europe/Berlin", "2026-03-28", "2026-03-30")).toEqual([
      ["03-28T23:00", "03-29T00:00", "03-28T12:00"],
      ["03-29T22:00", "03-30T00:00", "03-29T12:00"],
    ]);
    // Midnight of 1 November occurs twice there: at 4:00 and 5:00 UTC.
    expect(list("America/Havana", "2026-11-01", "2026-11-03")).toEqual([
      ["11-01T00:00", "11-01T04:00", "11-01T12:00"],
      ["11-02T00:00", "11-02T05:00", "11-02T12:00"],
    ]);
  });
});
