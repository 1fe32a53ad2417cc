"use client";

import { formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useState } from "react";
import type { SavingsView } from "@/server/inputs";
import { toPoints } from "../points";
import { QueryPanel } from "../query-panel";
import { cutOf, SeriesPanel } from "../series-panel";
import { describePeriod } from "./period-words";
import { sessionsAddress } from "./sessions-address";
import { useWork, type Work } from "./use-work";

const SPLITS = [
  { value: "model", label: "Model" },
  { value: "agent", label: "Agent" },
] as const;
type SplitBy = (typeof SPLITS)[number]["value"];

const UNITS = [
  { value: "tokens", label: "Tokens" },
  { value: "dollars", label: "Cost" },
] as const;
type Unit = (typeof UNITS)[number]["value"];

/** Shows what model calls used, bar by bar, by model or agent, in tokens or money. */
export function UsagePanel({
  workspace,
  view,
  onZoom,
}: {
  workspace: string;
  view: SavingsView;
  onZoom: (fromKey: string, toKey: string) => void;
}) {
  const [by, setBy] = useState<SplitBy>("model");
  const [unit, setUnit] = useState<Unit>("tokens");
  const query = useWork(workspace, view);
  return (
    <QueryPanel title="Model usage" query={query}>
      {(work) => {
        const { bucket, buckets, period, days } = work;
        const rows = days.map((row) => ({
          ...row,
          id: row[by] ?? "model not recorded",
          value: row[unit] ?? 0,
        }));
        return (
          <SeriesPanel
            key={by}
            title={`Used per ${bucket}, by ${by}`}
            note={
              unit === "tokens" ? `tokens as counted by providers${cutOf(countIds(rows))}` : "at list prices"
            }
            actions={
              <>
                <SegmentedControl label="Split by" options={SPLITS} value={by} onValueChange={setBy} />
                <SegmentedControl label="Unit" options={UNITS} value={unit} onValueChange={setUnit} />
              </>
            }
            description={`Usage of models per ${bucket} by ${by}, ${describePeriod(period)}`}
            kind="bars"
            bucket={bucket}
            points={toPoints(buckets, rows, sumById)}
            series={rank(rows)}
            {...(unit === "dollars" && {
              formatValue: formatMoney,
              formatAxis: (ticks: readonly number[]) => ticks.map((tick) => formatMoney(tick)),
            })}
            hrefOf={(at) => {
              const day = at.slice(0, 10);
              return sessionsAddress(workspace, { range: `${day}..${day}`, tz: view.tz });
            }}
            onZoom={onZoom}
            fileName={`used-by-${by}`}
            isEmpty={rows.length === 0}
            empty={
              <EmptyState title="No model calls in this period">
                Transcripts and traces record the calls of agents.
              </EmptyState>
            }
          />
        );
      }}
    </QueryPanel>
  );
}

type Row = Work["days"][number] & { id: string; value: number };

function countIds(rows: readonly Row[]): number {
  return new Set(rows.map(({ id }) => id)).size;
}

function sumById(rows: readonly Row[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { id, value } of rows) sums[id] = (sums[id] ?? 0) + value;
  return sums;
}

/** Returns the series with the largest sums first. */
function rank(rows: readonly Row[]) {
  return Object.entries(sumById(rows))
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => ({ id, label: id }));
}
