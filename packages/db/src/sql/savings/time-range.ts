/** A time range with an exclusive end, and the time zone of its days. */
export interface TimeRange {
  start: Date;
  end: Date;
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string;
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Returns true if the time zone's offsets and its changes are multiples of the given milliseconds. */
export function isInStepsOf(length: number, range: TimeRange): boolean {
  return listOffsets(range).every(
    ({ from, ahead }, index) => ahead % length === 0 && (index === 0 || from % length === 0),
  );
}

/** Returns true if the days of the range are UTC days. */
export function hasDaysOfUtc(range: TimeRange): boolean {
  return listOffsets(range).every(({ ahead }) => ahead === 0);
}

/** A part of a UTC day that lies in one day of the time zone; in milliseconds since 1970. */
interface DayPart {
  start: number;
  end: number;
  /** Noon of the UTC day. */
  noon: number;
}

/**
 * Returns the parts of UTC days that lie in another local day than noon does, at most about half of each day.
 * @param range begins and ends at midnight UTC.
 */
export function partsOfOtherDays({ start, end, timeZone }: TimeRange): DayPart[] {
  const offsets = listOffsets({ start, end, timeZone });
  const parts: DayPart[] = [];
  for (let day = start.getTime(); day < end.getTime(); day += DAY) {
    const noon = day + DAY / 2;
    const sameClock = offsets.flatMap(({ from, ahead }, index) => {
      const first = Math.max(day, from);
      const last = Math.min(day + DAY, offsets[index + 1]?.from ?? Number.POSITIVE_INFINITY);
      const midnight = Math.ceil((first + ahead) / DAY) * DAY - ahead;
      const cuts = midnight > first && midnight < last ? [first, midnight, last] : [first, last];
      return cuts.slice(1).map((cut, place) => {
        const partStart = cuts[place] ?? first;
        return { start: partStart, end: cut, noon, dayOfZone: Math.floor((partStart + ahead) / DAY) };
      });
    });
    const present = sameClock.filter((part) => part.start < part.end);
    const main = present.find((part) => part.start <= noon && noon < part.end);
    for (const { dayOfZone, ...part } of present) if (dayOfZone !== main?.dayOfZone) parts.push(part);
  }
  return parts;
}

/** A time zone's offset from UTC from a time on; in milliseconds. */
interface Offset {
  from: number;
  ahead: number;
}

/** Short enough that no offset of a time zone, which lasts for months, lies between two samples. */
const STEP = 28 * DAY;

/** Returns the offsets of the time zone within the range, in order. Clocks change on whole minutes. */
function listOffsets({ start, end, timeZone }: TimeRange): Offset[] {
  const [first, last] = [start.getTime(), end.getTime()];
  if (timeZone === "UTC") return [{ from: first, ahead: 0 }];
  let known: Offset = { from: first, ahead: aheadAt(timeZone, first) };
  const offsets = [known];
  for (let at = first; at < last; ) {
    const before = at;
    at = Math.min(at + STEP, last);
    const ahead = aheadAt(timeZone, at);
    if (ahead === known.ahead) continue;
    known = { from: findSetting(timeZone, before, at), ahead };
    offsets.push(known);
  }
  return offsets;
}

/** Returns the clock changes between two moments. */
function findSetting(timeZone: string, before: number, after: number): number {
  const ahead = aheadAt(timeZone, after);
  let [low, high] = [Math.floor(before / MINUTE), Math.ceil(after / MINUTE)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (aheadAt(timeZone, middle * MINUTE) === ahead) high = middle;
    else low = middle;
  }
  return high * MINUTE;
}

/** Creating a format takes longer than a round trip to the database. */
const formats = new Map<string, Intl.DateTimeFormat>();

function aheadAt(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const name = format.formatToParts(at).find((part) => part.type === "timeZoneName")?.value;
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name ?? "") ?? [];
  const ahead = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return (sign === "-" ? -ahead : ahead) * MINUTE;
}
