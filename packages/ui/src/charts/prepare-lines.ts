import { type Comparison, highestOf } from "./comparison";
import { findGaps, type Gap } from "./gaps";
import { type ChartPoint, type ChartSeries, capSeries, type DrawnSeries, SERIES_LIMIT } from "./series";
import { niceTicks, spacedIndexes } from "./ticks";

export type Lines = {
  series: readonly DrawnSeries[];
  points: readonly ChartPoint[];
  gaps: readonly Gap[];
  /** Of each series, the keys of the values that have no neighbour, which a line alone would not show. */
  isolatedKeys: ReadonlyMap<string, ReadonlySet<string>>;
  ticks: readonly number[];
  labelledKeys: readonly string[];
};

/**
 * What a line chart draws. The scale begins at 0; a missing value breaks the line. More than
 * eight series are not summed as in a stack, for a sum of lines is no line of its kind: the first
 * eight are drawn, and `describeCut` says so.
 */
export function prepareLines(input: {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  target?: number;
  comparison?: Comparison;
}): Lines {
  const shown = capSeries(input.series.slice(0, SERIES_LIMIT), input.points).series;
  const { points } = input;
  const values = points.flatMap((point) => shown.map(({ id }) => point.values?.[id] ?? 0));
  return {
    series: shown,
    points,
    gaps: findGaps(points),
    isolatedKeys: new Map(shown.map(({ id }) => [id, isolatedKeysOf(points, id)])),
    ticks: niceTicks(Math.max(0, input.target ?? 0, highestOf(input.comparison), ...values)),
    labelledKeys: spacedIndexes(points.length, 6).flatMap((index) => points[index]?.key ?? []),
  };
}

function isolatedKeysOf(points: readonly ChartPoint[], id: string): ReadonlySet<string> {
  const hasValue = (index: number) => typeof points[index]?.values?.[id] === "number";
  return new Set(
    points
      .filter((_, index) => hasValue(index) && !hasValue(index - 1) && !hasValue(index + 1))
      .map((point) => point.key),
  );
}
