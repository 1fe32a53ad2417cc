import { type SQL, sql } from "drizzle-orm";
import { type SavingsDimension, type SavingsScope, savingsRows } from "./savings-rows";

/** The spans that sums are made for: days of the range's zone, `YYYY-MM-DD`, or its hours, `YYYY-MM-DDTHH`. */
export const SAVINGS_BUCKETS = ["day", "hour"] as const;
export type SavingsBucket = (typeof SAVINGS_BUCKETS)[number];

export interface SavingsSeriesScope extends SavingsScope {
  bucket?: SavingsBucket | undefined;
}

const BUCKET_FORMATS = { day: "YYYY-MM-DD", hour: 'YYYY-MM-DD"T"HH24' } as const;

/** The day or hour that a moment lies in, by the clocks of the range's zone. */
export function bucketKey(scope: SavingsSeriesScope, at: SQL): SQL {
  return nameBucket(scope, clockTime(scope, at));
}

/**
 * The rows of a subquery with the day or hour that each lies in by its `at`, as `bucket`. They are summed by their times first: there are
 * few of these, and to ask the clocks of a zone costs more than to add.
 */
export function withBucket(scope: SavingsSeriesScope, rows: SQL, { keys, sums }: BucketColumns): SQL {
  const start = sql`date_trunc(${scope.bucket ?? "day"}, ${clockTime(scope, sql`at`)})`;
  const summed = sums.map((name) => `sum(${name}) as ${name}`);
  return sql`(select ${start} as bucket, of_time.* from (
    select ${sql.raw(["at", ...keys, ...summed].join())} from ${rows} each group by ${sql.raw(["at", ...keys].join())}) of_time) bucketed`;
}

/** Savings by day or hour, as `bucket`, and by a dimension; `isOne` narrows them to some of its values. */
export function savingsByBucket(
  scope: SavingsSeriesScope,
  dimension: SavingsDimension,
  columns: BucketColumns,
  isOne: SQL = sql`true`,
): SQL {
  const rows = savingsRows(scope, dimension, scope.bucket ?? "day");
  return withBucket(scope, sql`(select * from ${rows} each where ${isOne})`, columns);
}

/** Of the rows: what they are told apart by, and what is added up. */
export interface BucketColumns {
  keys: readonly string[];
  sums: readonly string[];
}

/** The name of a day or hour, by any time in it. */
export function nameBucket({ bucket = "day" }: SavingsSeriesScope, time: SQL = sql`bucket`): SQL {
  return sql`to_char(${time}, ${BUCKET_FORMATS[bucket]})`;
}

function clockTime({ range }: SavingsSeriesScope, at: SQL): SQL {
  return sql`${at} at time zone ${range.timeZone}`;
}
