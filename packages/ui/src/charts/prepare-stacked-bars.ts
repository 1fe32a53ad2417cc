import { type Comparison, highestOf } from "./comparison";
import { findGaps, type Gap } from "./gaps";
import { type ChartPoint, type ChartSeries, capSeries, type DrawnSeries, sumOf } from "./series";
import { niceTicks, spacedIndexes } from "./ticks";

type StackedBars = {
  series: readonly DrawnSeries[];
  bars: readonly {
    key: string;
    label: string;
    values: Readonly<Record<string, number | null>> | null;
    total: number | null;
  }[];
  gaps: readonly Gap[];
  ticks: readonly number[];
  /** Keys of the points that have a label on the axis. */
  labelledKeys: readonly string[];
};

/**
 * Computes a stacked bar chart: limited and coloured series, totals, gaps and a scale
 * that includes `target`.
 */
export function prepareStackedBars(input: {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  target?: number;
  comparison?: Comparison;
}): StackedBars {
  const { series, points } = capSeries(input.series, input.points);
  const bars = points.map((point) => ({
    ...point,
    total: point.values && sumOf(series.map(({ id }) => point.values?.[id] ?? 0)),
  }));
  const max = Math.max(
    0,
    input.target ?? 0,
    highestOf(input.comparison),
    ...bars.map((bar) => bar.total ?? 0),
  );
  return {
    series,
    bars,
    gaps: findGaps(points),
    ticks: niceTicks(max),
    labelledKeys: spacedIndexes(points.length, 6).flatMap((index) => points[index]?.key ?? []),
  };
}
