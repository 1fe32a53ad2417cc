import { millisecondsInDay } from "date-fns/constants";
import { createParser } from "nuqs/server";

/** Spans that end now, by their name in the URL; in days. */
export const PRESETS = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 } as const;
export type Preset = keyof typeof PRESETS;
export const DEFAULT_RANGE = "30d";

/** Parts of the calendar, by their name in the URL. All but the last month end today. */
export const CALENDAR_RANGES = ["month", "last-month", "quarter", "year"] as const;
export type CalendarPart = (typeof CALENDAR_RANGES)[number];

/** Maximum days of a custom range, which charts can still draw. */
export const MAX_DAYS = 366;

/**
 * Years 1000 to 8999, so that every moment derived from a day, in any
 * zone, is valid in PostgreSQL.
 */
const DAY = /^[1-8]\d{3}-\d{2}-\d{2}$/;
const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/**
 * Parses the range in a URL: a preset (`range=7d`, `range=month`), which moves with time, or two fixed days, both included
 * (`range=2026-10-01..2026-10-31`).
 */
export const parseAsRange = createParser({
  parse: (text) => (isRange(text) ? text : null),
  serialize: (range: string) => range,
});

/** Returns true if the text names a preset. */
export function isPreset(range: string): range is Preset {
  return Object.hasOwn(PRESETS, range);
}

/** Returns the part of the calendar that the text names; undefined if it names none. */
export function findCalendarRange(range: string): CalendarPart | undefined {
  return CALENDAR_RANGES.find((name) => name === range);
}

/** Returns the two days of a custom range, `YYYY-MM-DD`; null for a preset. */
export function daysOfRange(range: string): { first: string; last: string } | null {
  const [, first, last] = DAYS.exec(range) ?? [];
  return first !== undefined && last !== undefined ? { first, last } : null;
}

/** Returns the range of a drag over a chart: the days between two bars, both included, by their keys. */
export function rangeBetween(fromKey: string, toKey: string): string {
  return `${fromKey.slice(0, 10)}..${toKey.slice(0, 10)}`;
}

/** Returns true if the text names a bar of a chart: a day, `YYYY-MM-DD`, or an hour, `YYYY-MM-DDTHH`. */
export function isBucketKey(text: string): boolean {
  const [day = "", hour] = text.split("T");
  return isDay(day) && (hour === undefined || /^([01]\d|2[0-3])$/.test(hour));
}

/** Returns true if the text is a preset, a part of the calendar, or two ordered days that are not too far apart. */
export function isRange(text: string): boolean {
  return findRangeFault(text) === null;
}

/** Returns the problem of a range; null if it is valid. */
export function findRangeFault(text: string): "unknown" | "reversed" | "too_long" | null {
  if (isPreset(text) || findCalendarRange(text)) return null;
  const days = daysOfRange(text);
  if (!days || !isDay(days.first) || !isDay(days.last)) return "unknown";
  const count = (Date.parse(days.last) - Date.parse(days.first)) / millisecondsInDay + 1;
  if (count < 1) return "reversed";
  return count > MAX_DAYS ? "too_long" : null;
}

/** Returns true if the text is a calendar day, `YYYY-MM-DD`, of a year from 1000 to 8999. */
export function isDay(text: string): boolean {
  const midnight = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // JavaScript parses some days beyond the end of a month as days of the next one.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
