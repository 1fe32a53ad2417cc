import type { Comparison } from "@baton/ui/charts/comparison";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import { stringify } from "csv-stringify/browser/esm/sync";

export interface SeriesFile {
  /** Head of the first column: "day" or "hour". */
  pointHeader: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  comparison?: Comparison | undefined;
}

/**
 * The figures of a chart as a spreadsheet takes them, whole and unrounded: a row a point, a
 * column a series, all series. What is not known is left empty. A name that a spreadsheet would
 * take for a formula begins with an apostrophe.
 */
export function toCsv({ pointHeader, series, points, comparison }: SeriesFile): string {
  const header = [
    pointHeader,
    ...series.map(({ label }) => label),
    ...(comparison ? [comparison.label] : []),
  ];
  const rows = points.map(({ key, values }) => [
    key,
    ...series.map(({ id }) => (values === null ? null : (values[id] ?? null))),
    ...(comparison ? [comparison.values[key] ?? null] : []),
  ]);
  return stringify([header, ...rows], {
    escape_formulas: true,
    record_delimiter: "windows",
    // A figure is no formula, though it may begin with a minus.
    cast: { number: (figure) => ({ value: String(figure), escape_formulas: false }) },
  });
}
