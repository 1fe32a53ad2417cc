import { TZDate } from "@date-fns/tz";
import { addDays, addHours, differenceInCalendarDays, format, startOfDay, startOfHour } from "date-fns";
import type { Bucket, Period } from "./period";
import { DEFAULT_RANGE, daysOfRange, isPreset, PRESETS } from "./range";
import type { Days } from "./step-range";
import { spellTimeZone } from "./time-zone";

const HOUR = 3_600_000;

/**
 * Resolves a range at `now`. Ranges consist of whole days of the zone, so that each
 * bar of a chart is a whole day; today counts up to now. Only `24h`
 * counts hours, and starts and ends on a whole one.
 *
 * @param now milliseconds since 1970.
 */
export function resolveRange(range: string, timeZone: string, now: number): Period {
  const days = daysOfRange(range);
  if (days) {
    const start = startOfDayIn(days.first, timeZone);
    const end = addDays(startOfDayIn(days.last, timeZone), 1);
    return { start: new Date(start.getTime()), end: new Date(end.getTime()), timeZone };
  }
  if (range === "24h") {
    const end = Math.ceil(now / HOUR) * HOUR;
    return { start: new Date(end - 24 * HOUR), end: new Date(end), timeZone };
  }
  const count = PRESETS[isPreset(range) ? range : DEFAULT_RANGE];
  const end = addDays(startOfDay(momentIn(now, timeZone)), 1);
  return { start: new Date(addDays(end, -count).getTime()), end: new Date(end.getTime()), timeZone };
}

/**
 * Returns the first and last day that a range overlaps at `now`, as the initial values of a custom range.
 * @param now milliseconds since 1970.
 */
export function daysShown(range: string, timeZone: string, now: number): Days {
  const days = listBuckets(resolveRange(range, timeZone, now), "day");
  return { first: days.at(0) ?? "", last: days.at(-1) ?? "" };
}

/** Returns the previous period of the same length. */
export function periodBefore({ start, end, timeZone }: Period): Period {
  const first = momentIn(start.getTime(), timeZone);
  const last = momentIn(end.getTime(), timeZone);
  const days = differenceInCalendarDays(last, first);
  // Count days, not hours: a day may have 23 or 25 of them.
  const isWholeDays = startOfDay(first).getTime() === first.getTime() && days > 0;
  const before = isWholeDays
    ? addDays(first, -days).getTime()
    : start.getTime() - (end.getTime() - start.getTime());
  return { start: new Date(before), end: start, timeZone };
}

/**
 * Returns every day (`YYYY-MM-DD`) or hour (`YYYY-MM-DDTHH`) of the time zone that the period overlaps, in
 * order, each once.
 */
export function listBuckets({ start, end, timeZone }: Period, bucket: Bucket): string[] {
  const keys = new Set<string>();
  const first = momentIn(start.getTime(), timeZone);
  let at = bucket === "day" ? startOfDay(first) : startOfHour(first);
  while (at.getTime() < end.getTime()) {
    keys.add(format(at, bucket === "day" ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HH"));
    at = bucket === "day" ? addDays(at, 1) : addHours(at, 1);
  }
  return [...keys];
}

/**
 * Returns the start and end of a bucket of `listBuckets`. An hour that the clock shows twice includes both.
 * @param key `YYYY-MM-DD` or `YYYY-MM-DDTHH`.
 */
export function resolveBucket(key: string, timeZone: string): Period {
  const [day = "", hour] = key.split("T");
  const start = startOfDayIn(day, timeZone);
  if (hour === undefined) return { start: toDate(start), end: toDate(addDays(start, 1)), timeZone };
  let at = start;
  while (format(at, "HH") < hour) at = addHours(at, 1);
  let end = at;
  while (format(end, "HH") === hour) end = addHours(end, 1);
  return { start: toDate(at), end: toDate(end), timeZone };
}

/** Returns a plain date without the time zone used for the computation. */
function toDate(moment: TZDate): Date {
  return new Date(moment.getTime());
}

function momentIn(milliseconds: number, timeZone: string): TZDate {
  return new TZDate(milliseconds, spellTimeZone(timeZone));
}

/** Returns the time at which a day (`YYYY-MM-DD`) starts in a time zone. */
function startOfDayIn(day: string, timeZone: string): TZDate {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new TZDate(year, month - 1, date, spellTimeZone(timeZone));
}
