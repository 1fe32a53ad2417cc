import { type Comparison, highestOf } from "./comparison";
import { findGaps, type Gap } from "./gaps";
import { type ChartPoint, type ChartSeries, capSeries, type DrawnSeries, SERIES_LIMIT } from "./series";
import { niceTicks, spacedIndexes } from "./ticks";

type Lines = {
  series: readonly DrawnSeries[];
  points: readonly ChartPoint[];
  gaps: readonly Gap[];
  /** Keys of isolated values per series, which a line would not show. */
  isolatedKeys: ReadonlyMap<string, ReadonlySet<string>>;
  ticks: readonly number[];
  labelledKeys: readonly string[];
};

/**
 * Computes a line chart. The scale starts at 0; a missing value breaks the line. Series beyond
 * eight are not summed as in a stack, since a sum of lines has no meaning: the first eight are
 * drawn, and `describeCut` names the limit.
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
