/** A span of time, start included and end not, and the zone whose days are meant. */
export interface TimeRange {
  start: Date;
  end: Date;
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string;
}

const HOUR_MILLISECONDS = 3_600_000;

/** Whether hourly sums can answer for the range: it begins, ends and changes days on whole hours of UTC. */
export function isOnWholeHours({ start, end, timeZone }: TimeRange): boolean {
  return (
    start.getTime() % HOUR_MILLISECONDS === 0 &&
    end.getTime() % HOUR_MILLISECONDS === 0 &&
    momentsWithin(start, end).every((moment) => offsetMinutes(timeZone, moment) % 60 === 0)
  );
}

/** Close enough to each other that none of a zone's times of the year, which last for months, lies between two of them. */
const STEP_MILLISECONDS = 28 * 24 * HOUR_MILLISECONDS;

function momentsWithin(start: Date, end: Date): Date[] {
  const moments = [end];
  for (let at = start.getTime(); at < end.getTime(); at += STEP_MILLISECONDS) moments.push(new Date(at));
  return moments;
}

function offsetMinutes(timeZone: string, at: Date): number {
  const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const minutes = /[+-]\d{2}:(\d{2})/.exec(name ?? "")?.[1];
  return Number(minutes ?? 0);
}
