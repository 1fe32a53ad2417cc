import { type ChartColour, colourOfRank } from "./colour";

/**
 * One series of a chart: a cause, a rule, a pair. Series are in legend order, the first at the
 * bottom of a stack.
 */
export type ChartSeries = {
  id: string;
  label: string;
  /** Fixed colour, if the product has one for this series; otherwise assigned by rank. */
  colour?: ChartColour;
};

/** One position on the axis: a day. `values` by series; null means no data, not zero. */
export type ChartPoint = {
  key: string;
  /** Label on the axis and in text: "4 Nov". */
  label: string;
  values: Readonly<Record<string, number | null>> | null;
};

/** A series with its final colour. */
export type DrawnSeries = Required<ChartSeries>;

/** Maximum series with their own colour; beyond it, the last one is "others". */
export const SERIES_LIMIT = 8;

const OTHERS = "others";

export type CappedSeries = {
  series: readonly DrawnSeries[];
  points: readonly ChartPoint[];
};

/** Returns the part of a chart's title for more series than colours: "8 of 23". */
export function describeCut(seriesCount: number): string | null {
  return seriesCount > SERIES_LIMIT ? `${SERIES_LIMIT} of ${seriesCount}` : null;
}

/** Assigns colours. Beyond eight series, combines all after the seventh as "others". */
export function capSeries(series: readonly ChartSeries[], points: readonly ChartPoint[]): CappedSeries {
  const isCut = series.length > SERIES_LIMIT;
  const kept = isCut ? series.slice(0, SERIES_LIMIT - 1) : series;
  const drawn = kept.map((one, rank) => ({ ...one, colour: one.colour ?? colourOfRank(rank) }));
  if (!isCut) return { series: drawn, points };

  const rest = series.slice(SERIES_LIMIT - 1);
  return {
    series: [...drawn, { id: OTHERS, label: OTHERS, colour: colourOfRank(SERIES_LIMIT - 1) }],
    points: points.map((point) => ({
      ...point,
      values: point.values && {
        ...point.values,
        [OTHERS]: sumOf(rest.map(({ id }) => point.values?.[id] ?? 0)),
      },
    })),
  };
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
