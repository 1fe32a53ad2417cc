import { parseTimestamp } from "@baton/core/internal";
import { InvalidArgumentError } from "commander";

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** Parses `--since`: a duration before now (`7d`), a UTC day, or an ISO 8601 time. */
export function parseSince(text: string, now: number): Date {
  const [, count, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const length = UNIT_MILLISECONDS[unit];
  if (length !== undefined) return new Date(now - Number(count) * length);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  const parsed = parseTimestamp(time, Number.POSITIVE_INFINITY);
  if (parsed.ok) return new Date(parsed.milliseconds);
  throw new InvalidArgumentError(
    "Write a duration (30m, 12h, 7d, 2w), a day (2026-03-01) or a time in ISO 8601.",
  );
}
