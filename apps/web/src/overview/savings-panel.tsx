"use client";

import { ChartWithTable } from "@baton/ui/charts/chart-with-table";
import type { SeriesColour } from "@baton/ui/charts/colour";
import { type ChartPoint, type ChartSeries, SERIES_LIMIT } from "@baton/ui/charts/series";
import { SeriesTable } from "@baton/ui/charts/series-table";
import { formatCompact, formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { ChartSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { describePeriod } from "./period-words";
import { CAUSE_SERIES, pointsByCause, type Split, splitSavings } from "./savings-chart";
import { SavingsLedger } from "./savings-ledger";
import { settleColours } from "./series-colours";
import { sessionsAddress, sessionsOfBucket } from "./sessions-address";
import type { SplitBy } from "./split-by";
import { useSavings } from "./use-savings";

const CHART_HEIGHT = 272;

/** Loaded when a chart is there to be drawn: the library weighs more than the rest of the page. */
const StackedBarChart = dynamic(
  async () => (await import("@baton/ui/charts/stacked-bar-chart")).StackedBarChart,
  { ssr: false, loading: () => <ChartSkeleton height={CHART_HEIGHT} /> },
);

const SPLIT_OPTIONS = [
  { value: "cause", label: "Cause" },
  { value: "rule", label: "Rule" },
  { value: "pair", label: "Pair" },
] as const;

type Savings = RouterOutputs["overview"]["savings"];

export type SavingsPanelProps = {
  workspace: string;
  view: SavingsView;
  by: SplitBy;
  onByChange: (by: SplitBy) => void;
};

/** What was saved, bar by bar, beside the ledger of what it is made of. */
export function SavingsPanel({ workspace, view, by, onByChange }: SavingsPanelProps) {
  const trpc = useTRPC();
  const input = { workspace, ...view };
  const savings = useSavings(workspace, view);
  const byRule = useQuery(
    trpc.overview.savingsByRule.queryOptions(input, {
      enabled: by === "rule",
      placeholderData: (last) => last,
      select: (rows) =>
        rows.map(
          (row): Split => ({
            ...row,
            id: row.ruleId,
            label: row.ruleId || "No rule",
            filter: { rule: row.ruleId },
          }),
        ),
    }),
  );
  const byPair = useQuery(
    trpc.overview.savingsByPair.queryOptions(input, {
      enabled: by === "pair",
      placeholderData: (last) => last,
      select: (rows) =>
        rows.map((row): Split => {
          const label = `${row.fromAgent} → ${row.toAgent}`;
          return { ...row, id: label, label, filter: { from: row.fromAgent, to: row.toAgent } };
        }),
    }),
  );
  const splits = by === "rule" ? byRule : by === "pair" ? byPair : null;
  const failed = [savings, splits].find((query) => query?.isError && !query.data);
  const { data } = savings;
  if (failed || !data || (splits && !splits.data)) {
    return (
      <Panel aria-label="Savings">
        <PanelHead title="Saved" />
        <PanelBody>
          {failed ? (
            <QueryError title="The chart could not be loaded" query={failed} />
          ) : (
            <ChartSkeleton height={CHART_HEIGHT} />
          )}
        </PanelBody>
      </Panel>
    );
  }
  const { buckets, points } = data;
  const drawn = splits?.data
    ? splitSavings(splits.data, points, buckets)
    : { series: CAUSE_SERIES, points: pointsByCause(points, buckets) };
  return (
    <DrawnSavings
      key={by}
      workspace={workspace}
      view={view}
      by={by}
      onByChange={onByChange}
      savings={data}
      filterOf={new Map(splits?.data?.map(({ id, filter }) => [id, filter]))}
      {...drawn}
    />
  );
}

type DrawnSavingsProps = SavingsPanelProps & {
  savings: Savings;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** What narrows a list to a series; no cause has one. */
  filterOf: ReadonlyMap<string, Split["filter"]>;
};

function DrawnSavings({
  workspace,
  view,
  by,
  onByChange,
  savings,
  points,
  filterOf,
  ...props
}: DrawnSavingsProps) {
  const router = useRouter();
  const series = useSettledColours(props.series);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { period, bucket, sums } = savings;
  const hrefOf = (key: string) => sessionsOfBucket(workspace, view, key);
  const shared = { points, series, activeKey, onActiveChange: setActiveKey };
  return (
    <ChartWithTable
      title={`Saved per ${bucket}, by ${by}`}
      note={<SeriesNote by={by} count={series.length} />}
      actions={
        <SegmentedControl label="Split by" options={SPLIT_OPTIONS} value={by} onValueChange={onByChange} />
      }
      chart={
        sums.handoffCount === 0 ? (
          <EmptyState title="No savings in this time">
            {describePeriod(period)} holds no handoff whose context was scoped.
          </EmptyState>
        ) : (
          <StackedBarChart
            {...shared}
            description={`Tokens saved per ${bucket} by ${by}, ${describePeriod(period)}. The table holds the same figures.`}
            onSelect={(key) => router.push(hrefOf(key))}
          />
        )
      }
      aside={
        <SavingsLedger
          by={by}
          sums={sums}
          series={series}
          points={points}
          hrefOf={(id) => {
            const filter = filterOf.get(id);
            return filter && sessionsAddress(workspace, { ...view, ...filter });
          }}
        />
      }
      table={
        <SeriesTable
          {...shared}
          caption={`Tokens saved per ${bucket} by ${by}`}
          pointHeader={bucket === "day" ? "Day" : "Hour"}
          hrefOf={hrefOf}
          maxHeight={420}
        />
      }
      foot={
        sums.observedCount > 0 && (
          <PanelFoot>
            Potential savings, in no figure above: {formatCompact(sums.observedSavedTokens)} tokens in{" "}
            {formatCount(sums.observedCount)} handoffs that were observed only, and passed whole.
          </PanelFoot>
        )
      }
    />
  );
}

/** More series than colours: the first seven and the others, as the ledger lists them. */
function SeriesNote({ by, count }: { by: SplitBy; count: number }) {
  if (by === "cause") return "tokens, gross";
  return count > SERIES_LIMIT ? `tokens, ${SERIES_LIMIT} of ${count} ${by}s` : "tokens";
}

/** Colours by rank, which stay with their series when ranks change while the page is open. */
function useSettledColours(series: readonly ChartSeries[]): ChartSeries[] {
  const [settled, setSettled] = useState<ReadonlyMap<string, SeriesColour>>(new Map());
  const colours = settleColours(series, settled);
  if (colours !== settled) setSettled(colours);
  return series.map((one) => ({ colour: colours.get(one.id), ...one }));
}
