"use client";

import { formatCompact, formatCount, formatCountOf, formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describePeriod } from "@/features/savings/overview/period-words";
import { toPoints } from "@/features/savings/points";
import { QueryPanel } from "@/features/savings/query-panel";
import { cutOf, SeriesPanel } from "@/features/savings/series-panel";
import { addressOf, withQuery } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";
import { SPLIT_LABELS } from "./split-labels";
import type { UsageData, UsageView } from "./usage-data";
import { UsageTable } from "./usage-table";

const UNITS = [
  { value: "dollars", label: "Cost" },
  { value: "tokens", label: "Tokens" },
] as const;
type Unit = (typeof UNITS)[number]["value"];

type Props = {
  workspace: string;
  view: UsageView;
  onZoom: (fromKey: string, toKey: string) => void;
};

/** Shows totals, a chart by day, and a table of model calls, all by one split. */
export function UsageReport({ workspace, view, onZoom }: Props) {
  const query = useQuery(
    useTRPC().usage.get.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  return (
    <QueryPanel title="Usage" query={query}>
      {(data) => (
        <>
          <Totals workspace={workspace} totals={data.totals} />
          <Chart workspace={workspace} view={view} data={data} onZoom={onZoom} />
          <UsageTable workspace={workspace} view={view} query={query} data={data} />
        </>
      )}
    </QueryPanel>
  );
}

function Totals({ workspace, totals }: { workspace: string; totals: UsageData["totals"] }) {
  const { dollars, unpricedTokens } = totals;
  const unpriced = (
    <TextLink href={addressOf(workspace, "settings", "prices")}>
      {formatCompact(unpricedTokens)} tokens have no price
    </TextLink>
  );
  return (
    <TileStrip label="Totals" columns={5}>
      <Tile
        label="Cost"
        value={dollars === null ? "none" : formatMoney(dollars)}
        note={unpricedTokens > 0 ? unpriced : "at list prices"}
      />
      <Tile label="Input, not cached" value={formatCompact(totals.inputTokens)} note="tokens" />
      <Tile label="Cache write" value={formatCompact(totals.cacheCreationTokens)} note="tokens" />
      <Tile label="Cache read" value={formatCompact(totals.cacheReadTokens)} note="tokens" />
      <Tile
        label="Output"
        value={formatCompact(totals.outputTokens)}
        note={`tokens in ${formatCountOf(totals.calls, "call")}`}
      />
    </TileStrip>
  );
}

function Chart({ workspace, view, data, onZoom }: Props & { data: UsageData }) {
  const [unit, setUnit] = useState<Unit>("dollars");
  const isMoney = unit === "dollars" && data.totals.dollars !== null;
  const rows = data.days.map(({ day, id, tokens, dollars }) => ({
    day,
    id: id ?? "not recorded",
    value: isMoney ? (dollars ?? 0) : tokens,
  }));
  const label = SPLIT_LABELS[view.by].toLowerCase();
  const series = rank(rows);
  return (
    <SeriesPanel
      key={view.by}
      title={`${isMoney ? "Cost" : "Tokens"} per day, by ${label}`}
      note={`${isMoney ? "at list prices" : "as counted by providers"}${cutOf(series.length)}`}
      actions={<SegmentedControl label="Unit" options={UNITS} value={unit} onValueChange={setUnit} />}
      description={`${isMoney ? "Cost" : "Tokens"} of model calls per day by ${label}, ${describePeriod(data.period)}`}
      kind="bars"
      bucket="day"
      points={toPoints(data.buckets, rows, sumById)}
      series={series}
      formatValue={isMoney ? formatMoney : formatCount}
      {...(isMoney && {
        formatAxis: (ticks: readonly number[]) => ticks.map((tick) => formatMoney(tick)),
      })}
      hrefOf={(day) => withQuery(addressOf(workspace, "sessions"), { range: `${day}..${day}`, tz: view.tz })}
      onZoom={onZoom}
      fileName={`usage-by-${view.by}`}
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
