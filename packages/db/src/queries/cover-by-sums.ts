import { type SQL, sql } from "drizzle-orm";
import { coverRange, type RangeSource } from "./cover-range";
import { hasDaysOfUtc, isOnWholeHours, type TimeRange } from "./time-range";

/** By what times rows are to be told apart: by days or hours of the range's zone, or not at all. */
export type Grain = "day" | "hour" | "range";

export interface SummedSource {
  /** Sums of spans of UTC. */
  hours: RangeSource;
  quarterDays?: RangeSource | undefined;
  days: RangeSource;
  weeks?: RangeSource | undefined;
  /** What is summed. */
  rows: RangeSource;
}

/**
 * A range from sums, as far as those of UTC can tell its days or hours apart, and from
 * what is summed where they cannot: at its ends, in hours that are part of two days, and
 * for hours that clocks do not share with UTC.
 *
 * @returns a subquery.
 */
export function coverBySums(range: TimeRange, grain: Grain, sources: SummedSource): SQL {
  const { hours, quarterDays = hours, days, weeks = days, rows } = sources;
  if (grain === "range") return coverRange(range, [weeks, days, quarterDays, hours, rows]);
  if (grain === "day" && hasDaysOfUtc(range)) return coverRange(range, [days, quarterDays, hours, rows]);
  if (isOnWholeHours(range)) return coverRange(range, [hours, rows]);
  if (grain === "hour") return coverRange(range, [rows]);
  return coverRange(range, [splitAtMidnight(range, hours, rows), rows]);
}

/** Hours, but the rows themselves of each that midnight of the zone lies within, as it does in India. */
function splitAtMidnight({ timeZone }: TimeRange, hours: RangeSource, rows: RangeSource): RangeSource {
  const dayOf = (at: SQL) => sql`date_trunc('day', ${at} at time zone ${timeZone})`;
  const isSplit = (hour: SQL) =>
    sql`${dayOf(hour)} <> ${dayOf(sql`(${hour} + interval '59 minutes 59.999 seconds')`)}`;
  // Looked up hour by hour: joined, PostgreSQL takes an hour for a ninth of all rows, and reads them all.
  const ofHour = sql`${rows.select(sql`hour`, sql`hour + interval '1 hour'`)} offset 0`;
  return {
    span: hours.span,
    select: (
      start,
      end,
    ) => sql`select * from (${hours.select(start, end)}) whole where not (${isSplit(sql`at`)})
      union all select part.* from generate_series(${start}, ${end} - interval '1 hour', interval '1 hour') hour,
        lateral (${ofHour}) part where ${isSplit(sql`hour`)}`,
  };
}
