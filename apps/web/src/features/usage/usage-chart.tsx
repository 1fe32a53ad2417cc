"use client";

import { formatCount, formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { type ReactNode, useState } from "react";
import { describePeriod } from "@/features/savings/overview/period-words";
import { toPoints } from "@/features/savings/points";
import { cutOf, SeriesPanel } from "@/features/savings/series-panel";
import { addressOf, withQuery } from "@/frame/pages";
import type { Bucket, Period } from "@/search/period";

const UNITS = [
  { value: "dollars", label: "Cost" },
  { value: "tokens", label: "Tokens" },
] as const;
type Unit = (typeof UNITS)[number]["value"];

/** Tokens and cost of one day (or hour) and one series; `dollars` is null without a price. */
interface UsageRow {
  day: string;
  id: string | null;
  tokens: number;
  dollars: number | null;
}

type UsageChartProps = {
  workspace: string;
  /** Name of the split: "model". */
  by: string;
  bucket: Bucket;
  buckets: readonly string[];
  period: Period;
  rows: readonly UsageRow[];
  firstUnit: Unit;
  /** Controls before the choice of the unit. */
  actions?: ReactNode;
  onZoom: (fromKey: string, toKey: string) => void;
};

/** Shows what model calls used, bar by bar, in tokens or money. Without any price it shows tokens. */
export function UsageChart(props: UsageChartProps) {
  const { workspace, by, bucket, buckets, period, onZoom } = props;
  const [unit, setUnit] = useState<Unit>(props.firstUnit);
  const isMoney = unit === "dollars" && props.rows.some(({ dollars }) => dollars !== null);
  const rows = props.rows.map(({ day, id, tokens, dollars }) => ({
    day,
    id: id ?? "not recorded",
    value: isMoney ? (dollars ?? 0) : tokens,
  }));
  const series = rank(rows);
  const unitName = isMoney ? "Cost" : "Tokens";
  return (
    <SeriesPanel
      key={by}
      title={`${unitName} per ${bucket}, by ${by}`}
      note={`${isMoney ? "at list prices" : "as counted by providers"}${cutOf(series.length)}`}
      actions={
        <>
          {props.actions}
          <SegmentedControl label="Unit" options={UNITS} value={unit} onValueChange={setUnit} />
        </>
      }
      description={`${unitName} of model calls per ${bucket} by ${by}, ${describePeriod(period)}`}
      kind="bars"
      bucket={bucket}
      points={toPoints(buckets, rows, sumById)}
      series={series}
      formatValue={isMoney ? formatMoney : formatCount}
      {...(isMoney && {
        formatAxis: (ticks: readonly number[]) => ticks.map((tick) => formatMoney(tick)),
      })}
      hrefOf={(at) => {
        const day = at.slice(0, 10);
        return withQuery(addressOf(workspace, "sessions"), { range: `${day}..${day}`, tz: period.timeZone });
      }}
      onZoom={onZoom}
      unit={isMoney ? "US dollars" : "tokens"}
      fileName={`usage-by-${by}`}
      isEmpty={rows.length === 0}
      empty={
        <EmptyState title="No model calls in this period">
          Transcripts and traces record the calls of agents.
        </EmptyState>
      }
    />
  );
}

function sumById(rows: readonly { id: string; value: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { id, value } of rows) sums[id] = (sums[id] ?? 0) + value;
  return sums;
}

/** Returns the series with the largest sums first. */
function rank(rows: readonly { id: string; value: number }[]) {
  return Object.entries(sumById(rows))
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => ({ id, label: id }));
}
