import { createParser } from "nuqs/server";

/** Days begin at midnight of this zone where nobody chose another. */
export const DEFAULT_TIME_ZONE = "UTC";

/** The cookie that holds the zone someone chose in the settings. */
export const TIME_ZONE_COOKIE = "baton-time-zone";

/** The zone in an address: `tz=Europe/Berlin`. */
export const parseAsTimeZone = createParser({
  parse: (text) => (isTimeZone(text) ? text : null),
  serialize: (timeZone: string) => timeZone,
});

const spellings = new Map<string, string>();

/**
 * One spelling of a zone, whichever case its letters have: what reckons with zones keeps something for each
 * spelling for ever, and a name of thirty letters has a billion.
 *
 * @param timeZone one that `isTimeZone` knows.
 */
export function spellTimeZone(timeZone: string): string {
  const key = timeZone.toLowerCase();
  const known = spellings.get(key);
  if (known !== undefined) return known;
  spellings.set(key, timeZone);
  return timeZone;
}

/**
 * Whether this JavaScript knows the zone. Names only, such as `Europe/Berlin`: offsets such
 * as `+02:00` mean the opposite to PostgreSQL.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
