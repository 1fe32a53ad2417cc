import { type SQL, sql } from "drizzle-orm";
import type { SumColumns } from "./read-totals";
import { type SavingsDimension, type SavingsScope, savingsRows } from "./savings-rows";
import { hasDaysOfUtc, type TimeRange } from "./time-range";

const EPOCH = sql`'1970-01-01T00:00Z'::timestamptz`;

/** Time grouping of totals: days of the range's time zone, `YYYY-MM-DD`, or its hours, `YYYY-MM-DDTHH`. */
export const SAVINGS_BUCKETS = ["day", "hour"] as const;
export type SavingsBucket = (typeof SAVINGS_BUCKETS)[number];

export interface SavingsSeriesScope extends SavingsScope {
  bucket?: SavingsBucket | undefined;
}

/** Time grouping and time zone of names of days or hours. */
interface Clock {
  range: Pick<TimeRange, "timeZone">;
  bucket?: SavingsBucket | undefined;
}

/** Returns the local day or hour of a time, in the range's time zone. */
export function bucketKey(scope: Clock, at: SQL): SQL {
  return nameClockTime(scope, clockTime(scope, at));
}

/**
 * Returns the rows of a subquery with their day or hour as `bucket`: its UTC start, or in other time zones
 * its local start. There, rows are first summed by their times, because a time zone conversion costs more
 * than an addition. Sums to subtract from another day are subtracted there.
 */
export function withBucket(scope: SavingsSeriesScope, rows: SQL, { keys, sums }: SumColumns): SQL {
  const { bucket = "day" } = scope;
  if (hasDaysOfUtc(scope.range)) {
    return sql`(select date_bin(${`1 ${bucket}`}::interval, at, ${EPOCH}) as bucket, each.* from ${rows} each) bucketed`;
  }
  const start = sql`date_trunc(${bucket}, ${clockTime(scope, sql`at`)})`;
  // A sum of 64-bit values has arbitrary precision, which is slow to sum again.
  const summed = sums.map((name) => `sum(${name})::bigint as ${name}`);
  const ofSides = sums.map((name) => `sum(side * ${name}) as ${name}`);
  const isAny = sql.raw(sums.map((name) => `sum(side * ${name}) <> 0`).join(" or "));
  const ofTimes = ["at", "taken_from", ...keys].join();
  return sql`(select ${start} as bucket, of_time.* from (
    select ${sql.raw(["side_at as at", ...keys, ...ofSides].join())} from (
        select ${sql.raw([ofTimes, ...summed].join())} from ${rows} each group by ${sql.raw(ofTimes)}) of_times,
      lateral (values (at, 1), (taken_from, -1)) sides(side_at, side) where side_at is not null
    group by ${sql.raw(["side_at", ...keys].join())} having ${isAny}) of_time) bucketed`;
}

/** Returns savings by day or hour, as `bucket`, and by a dimension. */
export function savingsByBucket(
  scope: SavingsSeriesScope,
  dimension: SavingsDimension,
  columns: SumColumns,
): SQL {
  return withBucket(scope, savingsRows(scope, dimension, columns, scope.bucket ?? "day"), columns);
}

/** Returns the name of each row's `bucket`. */
export function nameBucket(scope: SavingsSeriesScope): SQL {
  return nameClockTime(scope, clockOfBucket(scope));
}

/** Returns the local time at the start of each row's `bucket`, without a time zone. */
export function clockOfBucket(scope: SavingsSeriesScope): SQL {
  return hasDaysOfUtc(scope.range) ? clockTime(scope, sql`bucket`) : sql`bucket`;
}

/**
 * Returns the name that `nameBucket` would give.
 * @param seconds local time since 1970 as returned by `clockOfBucket`, without clock changes.
 */
export function nameTime(seconds: number, bucket: SavingsBucket): string {
  return new Date(seconds * 1_000).toISOString().slice(0, bucket === "day" ? 10 : 13);
}

function nameClockTime({ bucket = "day" }: Clock, time: SQL): SQL {
  // Casting to a date is several times as fast as formatting.
  return bucket === "day" ? sql`(${time})::date::text` : sql`to_char(${time}, 'YYYY-MM-DD"T"HH24')`;
}

function clockTime({ range }: Clock, at: SQL): SQL {
  return sql`${at} at time zone ${range.timeZone}`;
}
