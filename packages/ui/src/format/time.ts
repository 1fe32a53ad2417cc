import { formatDuration } from "./number";

/** A time: milliseconds since 1970 (UTC), or a Date. */
export type Moment = number | Date;

const NBSP = "\u00a0";
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a function that reads parts of a time in the time zone, as text. */
function partsOf(moment: Moment, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
    });
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(formatter.formatToParts(moment).map((part) => [part.type, part.value]));
  return (type) => parts.get(type) ?? "";
}

/**
 * Formats a day without its year, for an axis: "4 Nov". `timeZone` is an IANA name ("Europe/Rome", "UTC").
 */
export function formatDay(moment: Moment, timeZone: string): string {
  const part = partsOf(moment, timeZone);
  return `${part("day")}${NBSP}${part("month")}`;
}

/** Formats a day with its year: "21 Nov 2026". */
export function formatDate(moment: Moment, timeZone: string): string {
  return `${formatDay(moment, timeZone)}${NBSP}${partsOf(moment, timeZone)("year")}`;
}

/** Formats the time of day in 24 hours: "14:34:12", with `isExact` "14:34:12.408". */
export function formatTime(moment: Moment, timeZone: string, { isExact = false } = {}): string {
  const part = partsOf(moment, timeZone);
  const time = `${part("hour")}:${part("minute")}:${part("second")}`;
  return isExact ? `${time}.${part("fractionalSecond")}` : time;
}

/** Formats day and time: "21 Nov 2026, 14:34:12". */
export function formatDateTime(
  moment: Moment,
  timeZone: string,
  options: { isExact?: boolean } = {},
): string {
  return `${formatDate(moment, timeZone)}, ${formatTime(moment, timeZone, options)}`;
}

/** Formats the time of day; if it is on another day than `day`, with its own: "21 Nov, 14:34:12". */
export function formatTimeBeside(moment: Moment, timeZone: string, day: Moment | undefined): string {
  const time = formatTime(moment, timeZone);
  if (day === undefined || formatDate(day, timeZone) === formatDate(moment, timeZone)) return time;
  return `${formatDay(moment, timeZone)}, ${time}`;
}

/** Formats day and time to the minute: "21 Nov 2026, 14:34". */
export function formatMinute(moment: Moment, timeZone: string): string {
  const part = partsOf(moment, timeZone);
  return `${formatDate(moment, timeZone)}, ${part("hour")}:${part("minute")}`;
}

/**
 * Formats the distance from `now` in its largest unit: "just now", "42 s ago", "6 min ago",
 * "3 d ago"; "in 2 h" for the future.
 */
export function formatAgo(moment: Moment, now: Moment): string {
  const distance = Number(now) - Number(moment);
  const size = Math.abs(distance);
  if (size < 5_000) return "just now";
  const seconds = Math.floor(size / 1000);
  const largest =
    seconds < 60
      ? `${seconds}${NBSP}s`
      : formatDuration(seconds * 1000)
          .split(NBSP)
          .slice(0, 2)
          .join(NBSP);
  return distance > 0 ? `${largest} ago` : `in ${largest}`;
}
