import { type ChartColour, colourOfRank } from "./colour";

/**
 * What a chart draws of one kind: a cause, a rule, a pair. Given in the order of
 * the legend, the first at the foot of a stack.
 */
export type ChartSeries = {
  id: string;
  label: string;
  /** Fixed where the whole product has one for it; else it goes by rank. */
  colour?: ChartColour;
};

/** One place on the axis: a day. `values` by series; null where there is no data, which is not zero. */
export type ChartPoint = {
  key: string;
  /** On the axis and in words: "4 Nov". */
  label: string;
  values: Readonly<Record<string, number | null>> | null;
};

/** A series with its colour settled. */
export type DrawnSeries = Required<ChartSeries>;

/** How many series have a colour of their own; with more, the last is "others". */
export const SERIES_LIMIT = 8;

const OTHERS = "others";

export type CappedSeries = {
  series: readonly DrawnSeries[];
  points: readonly ChartPoint[];
};

/** For the chart's title when there are more series than colours: "8 of 23". */
export function describeCut(seriesCount: number): string | null {
  return seriesCount > SERIES_LIMIT ? `${SERIES_LIMIT} of ${seriesCount}` : null;
}

/** Settles colours, and beyond eight series puts all after the seventh together as "others", summed. */
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

/** The sum of figures. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
