import { type SQL, sql } from "drizzle-orm";
import type { SavingsScope } from "./savings-rows";

/** The spans that sums are made for: days of the range's zone, `YYYY-MM-DD`, or its hours, `YYYY-MM-DDTHH`. */
export const SAVINGS_BUCKETS = ["day", "hour"] as const;
export type SavingsBucket = (typeof SAVINGS_BUCKETS)[number];

export interface SavingsSeriesScope extends SavingsScope {
  bucket?: SavingsBucket | undefined;
}

const BUCKET_FORMATS = { day: "YYYY-MM-DD", hour: 'YYYY-MM-DD"T"HH24' } as const;

/** The day or hour that a moment lies in, by the clocks of the range's zone. */
export function bucketKey({ range, bucket = "day" }: SavingsSeriesScope, at: SQL = sql`at`): SQL {
  return sql`to_char(${at} at time zone ${range.timeZone}, ${BUCKET_FORMATS[bucket]})`;
}
