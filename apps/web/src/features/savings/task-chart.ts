import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import type { RouterOutputs } from "@/server/root";
import { divide, sumBy, toLine, toPoints } from "./points";

export type TaskDay = RouterOutputs["savings"]["artifacts"]["tasks"][number];

export const ESTIMATE_SERIES: readonly ChartSeries[] = [
  { id: "estimated", label: "Estimated", colour: "c2" },
  { id: "actual", label: "Actual", colour: "c1" },
];

/**
 * What tasks were thought to use and what they did use, in tokens,
 * bucket by bucket: of those with both figures.
 */
export function estimatePoints(days: readonly TaskDay[], buckets: readonly string[]): ChartPoint[] {
  const compared = days.filter(({ comparedCount }) => comparedCount > 0);
  return toPoints(buckets, compared, (rows) => ({
    estimated: sumBy(rows, ({ estimatedTokens }) => estimatedTokens),
    actual: sumBy(rows, ({ actualTokens }) => actualTokens),
  }));
}

/** How many times what was estimated was used: 1 is right; null where no task has both figures. */
export function usedToEstimated(days: readonly TaskDay[]): number | null {
  return divide(
    sumBy(days, ({ actualTokens }) => actualTokens),
    sumBy(days, ({ estimatedTokens }) => estimatedTokens),
  );
}

/** Task handoffs above 500 tokens of each bucket; null where none has a known size. */
export function overTargetLine(days: readonly TaskDay[], buckets: readonly string[]): (number | null)[] {
  const sized = days.filter(({ sizedCount }) => sizedCount > 0);
  return toLine(buckets, sized, (rows) => sumBy(rows, ({ overTargetCount }) => overTargetCount));
}
