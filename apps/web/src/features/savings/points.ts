import type { ChartPoint } from "@baton/ui/charts/series";
import { labelOfBucket } from "@/search/period";

/**
 * Computes a point per bucket from its rows.
 *
 * @param valuesOf gets the rows of one bucket, at least one; a bucket
 * without rows has no values, which differs from zero.
 */
export function toPoints<Row extends { day: string }>(
  buckets: readonly string[],
  rows: readonly Row[],
  valuesOf: (rows: readonly Row[]) => ChartPoint["values"],
): ChartPoint[] {
  const rowsOf = new Map<string, Row[]>();
  for (const row of rows) rowsOf.set(row.day, [...(rowsOf.get(row.day) ?? []), row]);
  return buckets.map((key) => {
    const own = rowsOf.get(key);
    return { key, label: labelOfBucket(key), values: own ? valuesOf(own) : null };
  });
}

/** Returns one metric per bucket, in order; null for a bucket without rows. */
export function toLine<Row extends { day: string }>(
  buckets: readonly string[],
  rows: readonly Row[],
  metricOf: (rows: readonly Row[]) => number | null,
): (number | null)[] {
  return toPoints(buckets, rows, (own) => ({ figure: metricOf(own) })).map(
    ({ values }) => values?.figure ?? null,
  );
}

/** Adds up one metric of many rows. */
export function sumBy<Row>(rows: readonly Row[], metricOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + metricOf(row), 0);
}

/** Returns part ÷ whole; null if the whole is 0. */
export function divide(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
