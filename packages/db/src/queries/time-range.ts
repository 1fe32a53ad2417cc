/** A span of time, start included and end not, and the zone whose days are meant. */
export interface TimeRange {
  start: Date;
  end: Date;
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string;
}

/**
 * Whether hourly sums can tell the range's days and hours apart:
 * those of its zone begin on whole hours of UTC.
 */
export function isOnWholeHours(range: TimeRange): boolean {
  return offsetsWithin(range).every((minutes) => minutes % 60 === 0);
}

/** Whether the days of the range are those of UTC. */
export function hasDaysOfUtc(range: TimeRange): boolean {
  return offsetsWithin(range).every((minutes) => minutes === 0);
}

/**
 * Close enough to each other that none of a zone's times of the year,
 * which last for months, lies between two of them.
 */
const STEP_MILLISECONDS = 28 * 24 * 3_600_000;

/** The zone's offsets from UTC at any time of the range, in minutes. */
function offsetsWithin({ start, end, timeZone }: TimeRange): number[] {
  if (timeZone === "UTC") return [0];
  // To make one takes longer than a round trip to the database.
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const moments = [end];
  for (let at = start.getTime(); at < end.getTime(); at += STEP_MILLISECONDS) moments.push(new Date(at));
  return moments.map((moment) => offsetMinutes(format, moment));
}

function offsetMinutes(format: Intl.DateTimeFormat, at: Date): number {
  const name = format.formatToParts(at).find((part) => part.type === "timeZoneName")?.value;
  const [, hours = 0, minutes = 0] = /[+-](\d{2}):(\d{2})/.exec(name ?? "") ?? [];
  return Number(hours) * 60 + Number(minutes);
}
