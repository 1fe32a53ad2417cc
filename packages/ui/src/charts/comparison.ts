import type { ChartPoint } from "./series";

/** What the points are held against, one figure each: the same place of the period before. */
export type Comparison = {
  /** "30 days before". */
  label: string;
  /** By the key of the point that is held against it; null where there was no data. */
  values: Readonly<Record<string, number | null>>;
};

/**
 * Lays the figures of another period over the points, first to first. Where it has fewer, the last points
 * have nothing to be held against; what it has more of is left out.
 */
export function alignComparison(
  label: string,
  points: readonly Pick<ChartPoint, "key">[],
  before: readonly (number | null)[],
): Comparison {
  return { label, values: Object.fromEntries(points.map(({ key }, index) => [key, before[index] ?? null])) };
}

/** The largest figure that a comparison draws, for the scale. */
export function highestOf(comparison: Comparison | undefined): number {
  return Math.max(0, ...Object.values(comparison?.values ?? {}).map((value) => value ?? 0));
}
