"use client";

import { ChartWithTable } from "@baton/ui/charts/chart-with-table";
import type { Comparison } from "@baton/ui/charts/comparison";
import type { ChartTarget } from "@baton/ui/charts/day-plot";
import { Legend } from "@baton/ui/charts/legend";
import {
  type ChartPoint,
  type ChartSeries,
  capSeries,
  describeCut,
  SERIES_LIMIT,
} from "@baton/ui/charts/series";
import { ChartSkeleton } from "@baton/ui/layout/loading";
import { useToast } from "@baton/ui/primitives/toast";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import type { Bucket } from "@/search/period";
import { downloadCsv } from "./download-csv";
import { useSettledColours } from "./overview/series-colours";
import { CHART_HEIGHT } from "./query-panel";

const loading = () => <ChartSkeleton height={CHART_HEIGHT} />;

/** Loaded when drawn, because the chart library is larger than the rest of the page. */
const StackedBarChart = dynamic(
  async () => (await import("@baton/ui/charts/stacked-bar-chart")).StackedBarChart,
  { ssr: false, loading },
);
const LineChart = dynamic(async () => (await import("@baton/ui/charts/line-chart")).LineChart, {
  ssr: false,
  loading,
});

const SeriesTable = dynamic(async () => (await import("@baton/ui/charts/series-table")).SeriesTable, {
  ssr: false,
  loading,
});

type SeriesPanelProps = {
  title: string;
  /** Unit, and the number of omitted series. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Text for screen readers: the content and the period. */
  description: string;
  kind: "bars" | "lines";
  bucket: Bucket;
  points: readonly ChartPoint[];
  /** Series from the bottom of a stack up. */
  series: readonly ChartSeries[];
  target?: ChartTarget | undefined;
  comparison?: Comparison | undefined;
  formatValue?: (value: number) => string;
  formatAxis?: (ticks: readonly number[]) => readonly string[];
  /** Shows totals, for amounts but not for shares and ratios. */
  hasTotals?: boolean;
  /** Returns the link to the data behind a point. */
  hrefOf: (key: string) => string;
  onZoom?: (fromKey: string, toKey: string) => void;
  /** Unit of the values in the file: "tokens". */
  unit: string;
  /** Prefix of the file's name. */
  fileName: string;
  /** Fetches all series for the file, if the chart combines some. */
  fetchWhole?: (() => Promise<{ series: readonly ChartSeries[]; points: readonly ChartPoint[] }>) | undefined;
  /** Replaces the plot, if another chart suits the values better. */
  chart?: ReactNode;
  /** The ledger; without one, a legend below the plot names the colours. */
  aside?: (series: readonly ChartSeries[]) => ReactNode;
  /** Content without data. */
  empty: ReactNode;
  isEmpty?: boolean;
  foot?: ReactNode;
};

/** Shows a chart over days with its table, its download, and a link to the data behind each point. */
export function SeriesPanel(props: SeriesPanelProps) {
  const { title, bucket, points, kind, comparison, formatValue, hrefOf } = props;
  const router = useRouter();
  const timeZone = useTimeZone();
  const showToast = useToast();
  const series = useSettledColours(props.series);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const isEmpty = props.isEmpty ?? points.every(({ values }) => values === null);
  const shared = { points, series, comparison, formatValue, activeKey, onActiveChange: setActiveKey };
  const plotted = {
    ...shared,
    target: props.target,
    formatAxis: props.formatAxis,
    description: `${props.description}. The table shows the same data.`,
    onSelect: (key: string) => router.push(hrefOf(key)),
    onZoom: props.onZoom,
  };
  const plot = kind === "bars" ? <StackedBarChart {...plotted} /> : <LineChart {...plotted} />;
  const download = async () => {
    try {
      const whole = (await props.fetchWhole?.()) ?? { series, points };
      const name = `${props.fileName}-${points.at(0)?.key}-to-${points.at(-1)?.key}`;
      await downloadCsv(name, {
        pointHeader: `${bucket} (${timeZone})`,
        unit: props.unit,
        ...whole,
        comparison,
      });
    } catch (failure) {
      showToast({ tone: "danger", title: "Could not create the file", description: String(failure) });
    }
  };
  return (
    <ChartWithTable
      title={title}
      note={props.note}
      actions={props.actions}
      chart={
        isEmpty
          ? props.empty
          : (props.chart ?? (
              <div className="min-w-0">
                {plot}
                {!props.aside && series.length > 1 && (
                  <Legend className="mt-2" items={legendOf(series, points, kind)} />
                )}
              </div>
            ))
      }
      aside={props.aside?.(series)}
      table={
        <SeriesTable
          {...shared}
          caption={`${title}, by ${bucket}`}
          pointHeader={bucket === "day" ? "Day" : "Hour"}
          hasTotals={props.hasTotals ?? true}
          hrefOf={hrefOf}
          maxHeight={420}
        />
      }
      onDownload={isEmpty ? undefined : () => void download()}
      foot={props.foot}
    />
  );
}

/** Returns "8 of 23": the number of series with their own line or colour. */
export function cutOf(seriesCount: number): string {
  const cut = describeCut(seriesCount);
  return cut === null ? "" : `, ${cut}`;
}

/** Orders stacks from the top down, and lines by rank. */
function legendOf(
  series: readonly ChartSeries[],
  points: readonly ChartPoint[],
  kind: SeriesPanelProps["kind"],
) {
  if (kind === "bars") return [...capSeries(series, points).series].reverse();
  return capSeries(series.slice(0, SERIES_LIMIT), points).series;
}
