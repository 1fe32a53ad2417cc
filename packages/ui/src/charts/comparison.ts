import type { ChartPoint } from "./series";

/** Values of the previous period, one per point, matched by position. */
export type Comparison = {
  /** "30 days before". */
  label: string;
  /** Values by the key of the current point; null without data. */
  values: Readonly<Record<string, number | null>>;
};

/**
 * Aligns the values of another period with the points, from the first on. Points without a counterpart get no
 * value; extra values are dropped.
 */
export function alignComparison(
  label: string,
  points: readonly Pick<ChartPoint, "key">[],
  before: readonly (number | null)[],
): Comparison {
  return { label, values: Object.fromEntries(points.map(({ key }, index) => [key, before[index] ?? null])) };
}

/** Returns the largest value of a comparison, for the scale. */
export function highestOf(comparison: Comparison | undefined): number {
  return Math.max(0, ...Object.values(comparison?.values ?? {}).map((value) => value ?? 0));
}
