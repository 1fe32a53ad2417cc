import { createParser } from "nuqs/server";

/** Zone of the days if the user chose none. */
export const DEFAULT_TIME_ZONE = "UTC";

/** Cookie with the time zone selected in the settings. */
export const TIME_ZONE_COOKIE = "baton-time-zone";

/** Parses the time zone in a URL: `tz=Europe/Berlin`. */
export const parseAsTimeZone = createParser({
  parse: (text) => (isTimeZone(text) ? text : null),
  serialize: (timeZone: string) => timeZone,
});

const spellings = new Map<string, string>();

/**
 * Returns one spelling of a zone for any letter case: time zone code caches data per spelling forever, and
 * a name of thirty letters has a billion spellings.
 *
 * @param timeZone one for which `isTimeZone` returns true.
 */
export function spellTimeZone(timeZone: string): string {
  const key = timeZone.toLowerCase();
  const known = spellings.get(key);
  if (known !== undefined) return known;
  spellings.set(key, timeZone);
  return timeZone;
}

/**
 * Returns true if this JavaScript engine knows the zone. Names only, such as `Europe/Berlin`: offsets such
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
