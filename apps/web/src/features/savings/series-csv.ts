import type { Comparison } from "@baton/ui/charts/comparison";
import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import { stringify } from "csv-stringify/browser/esm/sync";

export interface SeriesFile {
  /** Header of the first column: "day" or "hour". */
  pointHeader: string;
  /** Unit of the values: "tokens". */
  unit: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  comparison?: Comparison | undefined;
}

/**
 * Writes the values of a chart as CSV, unrounded: a row per point, a column per
 * series with its unit, all series. Unknown values are empty. A name that a spreadsheet would
 * read as a formula starts with an apostrophe.
 */
export function toCsv({ pointHeader, unit, series, points, comparison }: SeriesFile): string {
  const header = [
    pointHeader,
    ...[...series, ...(comparison ? [comparison] : [])].map(({ label }) => `${label} (${unit})`),
  ];
  const rows = points.map(({ key, values }) => [
    key,
    ...series.map(({ id }) => (values === null ? null : (values[id] ?? null))),
    ...(comparison ? [comparison.values[key] ?? null] : []),
  ]);
  return stringify([header, ...rows], {
    escape_formulas: true,
    record_delimiter: "windows",
    // A number is not a formula, even if it starts with a minus.
    cast: { number: (figure) => ({ value: String(figure), escape_formulas: false }) },
  });
}
