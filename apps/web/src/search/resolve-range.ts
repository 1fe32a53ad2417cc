import { TZDate } from "@date-fns/tz";
import {
  addDays,
  addHours,
  addMonths,
  differenceInCalendarDays,
  endOfMonth,
  format,
  isFirstDayOfMonth,
  startOfDay,
  startOfHour,
  startOfMonth,
  startOfQuarter,
  startOfYear,
} from "date-fns";
import type { Bucket, Period } from "./period";
import { type CalendarPart, DEFAULT_RANGE, daysOfRange, findCalendarRange, isPreset, PRESETS } from "./range";
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
  const calendar = findCalendarRange(range);
  if (calendar) return resolveCalendar(calendar, timeZone, now);
  const count = PRESETS[isPreset(range) ? range : DEFAULT_RANGE];
  const end = addDays(startOfDay(momentIn(now, timeZone)), 1);
  return { start: new Date(addDays(end, -count).getTime()), end: new Date(end.getTime()), timeZone };
}

function resolveCalendar(range: CalendarPart, timeZone: string, now: number): Period {
  const today = startOfDay(momentIn(now, timeZone));
  const start = {
    month: () => startOfMonth(today),
    "last-month": () => addMonths(startOfMonth(today), -1),
    quarter: () => startOfQuarter(today),
    year: () => startOfYear(today),
  }[range]();
  const end = range === "last-month" ? startOfMonth(today) : addDays(today, 1);
  return { start: toDate(start), end: toDate(end), timeZone };
}

/**
 * Returns the first and last day that a range overlaps at `now`, as the initial values of a custom range.
 * @param now milliseconds since 1970.
 */
export function daysShown(range: string, timeZone: string, now: number): Days {
  const days = listBuckets(resolveRange(range, timeZone, now), "day");
  return { first: days.at(0) ?? "", last: days.at(-1) ?? "" };
}

/**
 * Returns the number of months by which a period is compared: 1 for a month or its first days, 3 and 12 for more of a
 * quarter or year from its first day; null for all others.
 */
export function monthsCompared({ start, end, timeZone }: Period): 1 | 3 | 12 | null {
  const first = momentIn(start.getTime(), timeZone);
  const last = addDays(momentIn(end.getTime(), timeZone), -1);
  const isWholeDays = [first, last].every((moment) => startOfDay(moment).getTime() === moment.getTime());
  // A single day is compared with the day before it.
  if (!isWholeDays || !isFirstDayOfMonth(first) || last <= first) return null;
  if (last <= endOfMonth(first)) return 1;
  const isIn = (from: Date, months: number) =>
    from.getTime() === first.getTime() && last < addMonths(first, months);
  if (isIn(startOfQuarter(first), 3)) return 3;
  return isIn(startOfYear(first), 12) ? 12 : null;
}

/**
 * Returns the period to compare with: the same days of the previous month, quarter or year for a period that starts
 * with one, else the previous period of the same length. A whole month is compared with a whole month.
 */
export function periodBefore(period: Period): Period {
  const { start, end, timeZone } = period;
  const first = momentIn(start.getTime(), timeZone);
  const months = monthsCompared(period);
  if (months !== null) {
    const next = momentIn(end.getTime(), timeZone);
    const before = addMonths(first, -months);
    // The end is exclusive: the days after a month's end are those of the next one, even if a month is shorter.
    const isWhole = isFirstDayOfMonth(next);
    const last = addDays(addMonths(addDays(next, -1), -months), 1);
    return { start: toDate(before), end: toDate(isWhole ? addMonths(next, -months) : last), timeZone };
  }
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
 * Returns the period that a savings page compares its own with.
 *
 * @param comparison two days, `weekday` for the latest earlier period with the same days of the week, or `year` for the
 *   same days of the previous year; `periodBefore` otherwise.
 */
export function comparedPeriod(period: Period, comparison: string | undefined): Period {
  const { start, end, timeZone } = period;
  if (comparison !== undefined && daysOfRange(comparison)) return resolveRange(comparison, timeZone, 0);
  const [first, next] = [momentIn(start.getTime(), timeZone), momentIn(end.getTime(), timeZone)];
  const move = (to: (moment: Date) => Date) => ({
    start: toDate(to(first)),
    end: toDate(to(next)),
    timeZone,
  });
  if (comparison === "year") return move((moment) => addMonths(moment, -12));
  if (comparison !== "weekday") return periodBefore(period);
  const weeks = Math.max(1, Math.ceil(differenceInCalendarDays(next, first) / 7));
  return move((moment) => addDays(moment, -7 * weeks));
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
function toDate(moment: Date): Date {
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
