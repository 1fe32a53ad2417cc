"use client";

import { type Column, DataTable } from "../data-table/data-table";
import { formatCompact } from "../format/number";
import { Dot } from "../primitives/dot";
import { Name } from "../primitives/name";
import { colourOfRank } from "./colour";
import type { Comparison } from "./comparison";
import { type ChartPoint, type ChartSeries, SERIES_LIMIT, sumOf } from "./series";

export type SeriesTableProps = {
  caption: string;
  /** Head of the first column ("Day"). */
  pointHeader: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  formatValue?: (value: number) => string;
  /** Shows totals on the right and at the bottom, for amounts but not for shares and ratios. */
  hasTotals?: boolean;
  /** Values compared with, in a separate column that totals exclude. */
  comparison?: Comparison;
  /** Returns the link to the details of a point. */
  hrefOf?: (key: string) => string;
  /** The point highlighted both here and in the chart. */
  activeKey?: string | null;
  onActiveChange?: (key: string | null) => void;
  maxHeight?: number;
};

/**
 * Shows the values of a chart over days as a table, last day first, for screen readers.
 * Each series has a column; series that the chart combines as "others" share its colour.
 */
export function SeriesTable({
  caption,
  pointHeader,
  points,
  series,
  formatValue = formatCompact,
  hasTotals = true,
  comparison,
  hrefOf,
  activeKey,
  onActiveChange,
  maxHeight,
}: SeriesTableProps) {
  const metricOf = (point: ChartPoint, id: string) => point.values?.[id] ?? null;
  const totalOf = (point: ChartPoint) =>
    point.values && sumOf(series.map(({ id }) => metricOf(point, id) ?? 0));
  const write = (value: number | null) =>
    value === null ? <span className="text-text-3">–</span> : formatValue(value);

  const columns: Column<ChartPoint>[] = [
    {
      id: "point",
      header: pointHeader,
      cell: (point) =>
        point.values === null ? (
          <span className="text-text-3">{`${point.label}, no data`}</span>
        ) : (
          point.label
        ),
      className: "whitespace-nowrap",
      sum: hasTotals ? "Sum" : undefined,
    },
    ...series.map(
      (one, rank): Column<ChartPoint> => ({
        id: one.id,
        header: (
          <span className="inline-flex items-center gap-1.5">
            <Dot colour={one.colour ?? colourOfRank(Math.min(rank, SERIES_LIMIT - 1))} />
            <Name>{one.label}</Name>
          </span>
        ),
        isNumeric: true,
        cell: (point) => write(metricOf(point, one.id)),
        sum: hasTotals ? formatValue(sumOf(points.map((point) => metricOf(point, one.id) ?? 0))) : undefined,
      }),
    ),
  ];
  if (hasTotals) {
    columns.push({
      id: "sum",
      header: "Sum",
      isNumeric: true,
      className: "font-semibold",
      cell: (point) => write(totalOf(point)),
      sum: formatValue(sumOf(points.map((point) => totalOf(point) ?? 0))),
    });
  }

  if (comparison) {
    columns.push({
      id: "comparison",
      header: comparison.label,
      isNumeric: true,
      isSecondary: true,
      className: "text-text-2",
      cell: ({ key }) => write(comparison.values[key] ?? null),
      sum: hasTotals ? formatValue(sumOf(points.map(({ key }) => comparison.values[key] ?? 0))) : undefined,
    });
  }

  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={[...points].reverse()}
      keyOf={(point) => point.key}
      hrefOf={hrefOf && ((point) => (point.values === null ? undefined : hrefOf(point.key)))}
      activeKey={activeKey}
      onActiveChange={onActiveChange && ((key) => onActiveChange(key === null ? null : String(key)))}
      maxHeight={maxHeight}
      isCompact
    />
  );
}
