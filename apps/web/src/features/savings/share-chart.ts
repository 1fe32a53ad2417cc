import { shareOf } from "@baton/server/savings";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import type { SavingsPoint } from "./overview/savings-chart";
import { toPoints } from "./points";

/** Target share of the original tokens that scoping should save. */
export const SHARE_TARGET = 0.3;

export const SHARE_SERIES: readonly ChartSeries[] = [{ id: "share", label: "Share saved", colour: "accent" }];

/**
 * Computes the saved share of the original tokens per bucket; a
 * bucket without enforced handoffs is a gap.
 */
export function sharePoints(points: readonly SavingsPoint[], buckets: readonly string[]): ChartPoint[] {
  const enforced = points.filter(({ handoffCount }) => handoffCount > 0);
  return toPoints(buckets, enforced, ([sums]) => ({ share: sums ? shareOf(sums) : null }));
}

export const OBSERVED_SERIES: readonly ChartSeries[] = [
  { id: "observed", label: "Potential savings", colour: "line-strong" },
];

/**
 * Computes the potential savings of observe mode per bucket, in tokens; a bucket without observed handoffs is
 * a gap.
 */
export function observedPoints(points: readonly SavingsPoint[], buckets: readonly string[]): ChartPoint[] {
  const observed = points.filter(({ observedCount }) => observedCount > 0);
  return toPoints(buckets, observed, ([sums]) => ({ observed: sums?.observedSavedTokens ?? 0 }));
}
