import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import type { RouterOutputs } from "@/server/root";
import { divide, sumBy, toLine, toPoints } from "./points";

export type TaskDay = RouterOutputs["savings"]["artifacts"]["tasks"][number];

export const ESTIMATE_SERIES: readonly ChartSeries[] = [
  { id: "estimated", label: "Estimated", colour: "c2" },
  { id: "actual", label: "Actual", colour: "c1" },
];

/**
 * Computes estimated and used tokens of tasks per bucket,
 * for those with both numbers.
 */
export function estimatePoints(days: readonly TaskDay[], buckets: readonly string[]): ChartPoint[] {
  const compared = days.filter(({ comparedCount }) => comparedCount > 0);
  return toPoints(buckets, compared, (rows) => ({
    estimated: sumBy(rows, ({ estimatedTokens }) => estimatedTokens),
    actual: sumBy(rows, ({ actualTokens }) => actualTokens),
  }));
}

/** Returns used ÷ estimated tokens: 1 is right; null if no task has both numbers. */
export function usedToEstimated(days: readonly TaskDay[]): number | null {
  return divide(
    sumBy(days, ({ actualTokens }) => actualTokens),
    sumBy(days, ({ estimatedTokens }) => estimatedTokens),
  );
}

/** Counts task handoffs above 500 tokens per bucket; null without a known size. */
export function overTargetLine(days: readonly TaskDay[], buckets: readonly string[]): (number | null)[] {
  const sized = days.filter(({ sizedCount }) => sizedCount > 0);
  return toLine(buckets, sized, (rows) => sumBy(rows, ({ overTargetCount }) => overTargetCount));
}
