/** Intervals of reports. */
export const REPORT_INTERVALS = ["weekly", "monthly"] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** Whole UTC days: `last` is included. */
export interface ReportPeriod {
  /** `YYYY-MM-DD` */
  first: string;
  last: string;
}

const DAY = 86_400_000;
/** Hour (UTC) at which reports are sent: events of the last day have arrived. */
const SENDING_HOUR = 6;

/** Returns when the next report is due: Monday or the first of a month, 06:00 UTC. @param now milliseconds since 1970 */
export function nextReportAt(interval: ReportInterval, now: number): Date {
  const start = startOf(interval, now - SENDING_HOUR * 3_600_000);
  return new Date(nextStart(interval, start) + SENDING_HOUR * 3_600_000);
}

/** Returns the last complete week (Monday to Sunday) or month, and the one before. @param now milliseconds since 1970 */
export function reportPeriods(
  interval: ReportInterval,
  now: number,
): { period: ReportPeriod; before: ReportPeriod } {
  const end = startOf(interval, now);
  const start = startOf(interval, end - DAY);
  return { period: toPeriod(start, end), before: toPeriod(startOf(interval, start - DAY), start) };
}

function startOf(interval: ReportInterval, time: number): number {
  const date = new Date(time);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  // Days since Monday.
  if (interval === "weekly") return day - ((date.getUTCDay() + 6) % 7) * DAY;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function nextStart(interval: ReportInterval, start: number): number {
  if (interval === "weekly") return start + 7 * DAY;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function toPeriod(start: number, end: number): ReportPeriod {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { first: dayOf(start), last: dayOf(end - DAY) };
}
