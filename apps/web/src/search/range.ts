import { TZDate } from "@date-fns/tz";
import {
  addDays,
  addHours,
  differenceInCalendarDays,
  format,
  isValid,
  parseISO,
  startOfDay,
  startOfHour,
} from "date-fns";
import { createParser } from "nuqs/server";
import { z } from "zod";

/** Spans that end now, by the name that stands in the address; in days. */
export const PRESETS = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 } as const;
export type Preset = keyof typeof PRESETS;
export const DEFAULT_RANGE = "30d";

/** The most days that a range of one's own may hold: what the charts can still draw. */
export const MAX_DAYS = 366;

const HOUR = 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** A preset (`30d`), which moves on with time, or days, both included (`2026-10-01..2026-10-31`), which do not. */
export const Range = z
  .string()
  .refine(isRange, "a range is 24h, 7d, 30d, 90d or two days such as 2026-10-01..2026-10-31");

/** The range in an address: `range=7d`. */
export const parseAsRange = createParser({
  parse: (text) => (isRange(text) ? text : null),
  serialize: (range: string) => range,
});

/** Whether the text names a preset. */
export function isPreset(range: string): range is Preset {
  return Object.hasOwn(PRESETS, range);
}

/** The two days of a range of one's own, `YYYY-MM-DD`; null for a preset. */
export function daysOfRange(range: string): { first: string; last: string } | null {
  const [, first, last] = DAYS.exec(range) ?? [];
  return first !== undefined && last !== undefined ? { first, last } : null;
}

function isRange(text: string): boolean {
  if (isPreset(text)) return true;
  const days = daysOfRange(text);
  if (!days || !isDay(days.first) || !isDay(days.last)) return false;
  const count = differenceInCalendarDays(parseISO(days.last), parseISO(days.first)) + 1;
  return count >= 1 && count <= MAX_DAYS;
}

/** Whether the text is a day that the calendar has, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return DAY.test(text) && isValid(parseISO(text));
}

/** A range as moments: the start is included, the end is not. */
export interface Period {
  start: Date;
  end: Date;
  timeZone: string;
}

/**
 * What a range means at `now`. Ranges are made of whole days of the zone, so that each bar of a chart is a whole day;
 * today is in them as far as it has gone. Only `24h` counts hours, and begins and ends on a whole one.
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
  const end = addDays(startOfDay(new TZDate(now, timeZone)), 1);
  return { start: new Date(addDays(end, -count).getTime()), end: new Date(end.getTime()), timeZone };
}

/** The period of the same length that ends where this one begins. */
export function periodBefore({ start, end, timeZone }: Period): Period {
  const first = new TZDate(start.getTime(), timeZone);
  const last = new TZDate(end.getTime(), timeZone);
  const days = differenceInCalendarDays(last, first);
  // By days, not by hours: a day may have 23 or 25 of them.
  const isWholeDays = startOfDay(first).getTime() === first.getTime() && days > 0;
  const before = isWholeDays
    ? addDays(first, -days).getTime()
    : start.getTime() - (end.getTime() - start.getTime());
  return { start: new Date(before), end: start, timeZone };
}

/** What one bar of a chart stands for. */
export type Bucket = "day" | "hour";

/** Hours up to two days, days beyond. */
export function bucketOf({ start, end }: Period): Bucket {
  return end.getTime() - start.getTime() <= 48 * HOUR ? "hour" : "day";
}

/** Every day (`YYYY-MM-DD`) or hour (`YYYY-MM-DDTHH`) of the zone that the period touches, in order, each once. */
export function listBuckets({ start, end, timeZone }: Period, bucket: Bucket): string[] {
  const keys = new Set<string>();
  const first = new TZDate(start.getTime(), timeZone);
  let at = bucket === "day" ? startOfDay(first) : startOfHour(first);
  while (at.getTime() < end.getTime()) {
    keys.add(format(at, bucket === "day" ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HH"));
    at = bucket === "day" ? addDays(at, 1) : addHours(at, 1);
  }
  return [...keys];
}

/** The moment at which a day or an hour of a zone begins, by its key. */
export function startOfBucket(key: string, timeZone: string): Date {
  const [day = "", hour = "0"] = key.split("T");
  return new Date(addHours(startOfDayIn(day, timeZone), Number(hour)).getTime());
}

/** The moment at which a day (`YYYY-MM-DD`) begins in a zone. */
function startOfDayIn(day: string, timeZone: string): TZDate {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new TZDate(year, month - 1, date, timeZone);
}
