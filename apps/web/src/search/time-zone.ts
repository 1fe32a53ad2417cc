import { createParser } from "nuqs/server";
import { z } from "zod";

/** Days begin at midnight of this zone where nobody chose another. */
export const DEFAULT_TIME_ZONE = "UTC";

/** The cookie that holds the zone someone chose in the settings. */
export const TIME_ZONE_COOKIE = "baton-time-zone";

/** An IANA name that this JavaScript knows, such as `Europe/Berlin`. */
export const TimeZone = z.string().max(64).refine(isTimeZone, "this is no time zone that is known here");

/** The zone in an address: `tz=Europe/Berlin`. */
export const parseAsTimeZone = createParser({
  parse: (text) => (isTimeZone(text) ? text : null),
  serialize: (timeZone: string) => timeZone,
});

/** Names of zones only: offsets such as `+02:00` have no days of their own in PostgreSQL's sense. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
