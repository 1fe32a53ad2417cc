/** Earlier times come from a wrong clock, because no agent is this old. */
const EARLIEST = Date.UTC(2000, 0, 1);
const ONE_DAY_MILLISECONDS = 86_400_000;

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Parses the time of an event.
 *
 * @param text ISO 8601; without a zone it is UTC; fractions of a millisecond are ignored.
 * @param now  milliseconds since 1970; rejects a time more than one day later.
 * @returns milliseconds since 1970, or the reason why the time is invalid.
 */
export function parseTimestamp(
  text: unknown,
  now: number,
): { ok: true; milliseconds: number } | { ok: false; reason: string } {
  if (typeof text !== "string") return { ok: false, reason: "the time is not text" };
  const match = ISO_8601.exec(text);
  if (!match) return { ok: false, reason: `"${text.slice(0, 40)}" is not an ISO 8601 date and time` };
  const [, date = "", time = "", fraction = "", zone = "Z"] = match;
  const milliseconds = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  if (Number.isNaN(milliseconds) || !isCalendarDay(date))
    return { ok: false, reason: `"${text}" is a day or hour that does not exist` };
  if (milliseconds < EARLIEST) return { ok: false, reason: `"${text}" is before the year 2000` };
  if (milliseconds > now + ONE_DAY_MILLISECONDS) {
    return { ok: false, reason: `"${text}" is more than a day ahead of this machine's clock` };
  }
  return { ok: true, milliseconds };
}

/** Returns false for 31 February, which `Date` treats as 3 March. */
function isCalendarDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
