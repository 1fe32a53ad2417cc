import type { CompactionDay } from "@baton/db";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import { COMPACTION_COLOUR } from "../sessions/handoff/outcomes";
import { sumBy, toPoints } from "./points";

/** The whole stack is the size of the contexts before compaction. */
export const COMPACTION_SERIES: readonly ChartSeries[] = [
  { id: "kept", label: "Kept", colour: COMPACTION_COLOUR },
  { id: "removed", label: "Compacted away", colour: "line-strong" },
];

/**
 * Computes the kept and removed tokens of compactions per bucket,
 * for those that recorded both sizes.
 */
export function compactionPoints(days: readonly CompactionDay[], buckets: readonly string[]): ChartPoint[] {
  const measured = days.filter(({ measuredCount }) => measuredCount > 0);
  return toPoints(buckets, measured, (rows) => {
    const kept = sumBy(rows, ({ afterTokens }) => afterTokens);
    return { kept, removed: Math.max(0, sumBy(rows, ({ beforeTokens }) => beforeTokens) - kept) };
  });
}

interface CompactionTotals {
  count: number;
  measuredCount: number;
  beforeTokens: number;
  afterTokens: number;
}

/** Adds up all compactions of a period; sizes only of those that recorded both. */
export function sumCompactions(days: readonly CompactionDay[]): CompactionTotals {
  return {
    count: sumBy(days, ({ count }) => count),
    measuredCount: sumBy(days, ({ measuredCount }) => measuredCount),
    beforeTokens: sumBy(days, ({ beforeTokens }) => beforeTokens),
    afterTokens: sumBy(days, ({ afterTokens }) => afterTokens),
  };
}
