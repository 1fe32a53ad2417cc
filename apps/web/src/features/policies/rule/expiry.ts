import { parseTimestamp } from "@baton/core/internal";
import { TZDate } from "@date-fns/tz";
import { format, parseISO } from "date-fns";

/** Format of a date and time input: `2026-12-01T09:00`. */
const INPUT_FORMAT = "yyyy-MM-dd'T'HH:mm";

/** Formats a rule's expiry for an input, in a zone; "" if it has none. */
export function toExpiryInput(expiresAt: string | undefined, timeZone: string): string {
  const parsed = expiresAt === undefined ? null : parseTimestamp(expiresAt, Number.POSITIVE_INFINITY);
  return parsed?.ok ? format(new TZDate(parsed.milliseconds, timeZone), INPUT_FORMAT) : "";
}

/** Converts an input's value to the document's format, in UTC; undefined if it is empty or invalid. */
export function fromExpiryInput(text: string, timeZone: string): string | undefined {
  const local = parseISO(text);
  if (text === "" || Number.isNaN(local.getTime())) return undefined;
  const moment = new TZDate(
    local.getFullYear(),
    local.getMonth(),
    local.getDate(),
    local.getHours(),
    local.getMinutes(),
    timeZone,
  );
  return new Date(moment.getTime()).toISOString();
}
