"use client";

import { grossOf, netOf } from "@baton/server/savings";
import { alignComparison } from "@baton/ui/charts/comparison";
import { type ChartPoint, type ChartSeries, describeCut } from "@baton/ui/charts/series";
import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { ChartSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { handoffsAddress } from "@/features/savings/addresses";
import { CHART_HEIGHT } from "@/features/savings/query-panel";
import { SeriesPanel } from "@/features/savings/series-panel";
import { QueryError } from "@/frame/query-error";
import type { Comparison, SplitBy } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { comparisonLabel, describePeriod } from "./period-words";
import {
  isCause,
  listCauseSeries,
  pointsByCause,
  type Split,
  type SplitSavings,
  type SplitSeries,
  splitByPair,
  splitByRule,
  splitSavings,
  valuesOfPeriod,
} from "./savings-chart";
import { SavingsLedger } from "./savings-ledger";
import { useSavings } from "./use-savings";

const SPLIT_OPTIONS = [
  { value: "cause", label: "Cause" },
  { value: "rule", label: "Rule" },
  { value: "pair", label: "Pair" },
] as const;

type Savings = RouterOutputs["overview"]["savings"];

type SavingsPanelProps = {
  workspace: string;
  view: SavingsView;
  by: SplitBy;
  onByChange: (by: SplitBy) => void;
  compare: Comparison;
  /** Zooms in to the bars between two keys. */
  onZoom: (fromKey: string, toKey: string) => void;
};

/** Shows the savings bar by bar, next to the ledger of their parts. */
export function SavingsPanel(props: SavingsPanelProps) {
  const { workspace, view, by } = props;
  const trpc = useTRPC();
  const input = { workspace, ...view };
  const savings = useSavings(workspace, view);
  const queryClient = useQueryClient();
  const ofRules = trpc.overview.savingsByRule;
  const ofPairs = trpc.overview.savingsByPair;
  const shared = { placeholderData: <Data,>(last: Data) => last };
  const byRule = useQuery(
    ofRules.queryOptions(input, { ...shared, enabled: by === "rule", select: splitByRule }),
  );
  const byPair = useQuery(
    ofPairs.queryOptions(input, { ...shared, enabled: by === "pair", select: splitByPair }),
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
            <QueryError title="Could not load the chart" query={failed} />
          ) : (
            <ChartSkeleton height={CHART_HEIGHT} />
          )}
        </PanelBody>
      </Panel>
    );
  }
  const { buckets, points, sums } = data;
  const causes = listCauseSeries(sums);
  const draw = (splits: readonly Split[]) => splitSavings(splits, points, buckets);
  const whole = { ...input, isWhole: true };
  const fetchWhole = async () =>
    by === "rule"
      ? draw(splitByRule(await queryClient.fetchQuery(ofRules.queryOptions(whole))).splits)
      : draw(splitByPair(await queryClient.fetchQuery(ofPairs.queryOptions(whole))).splits);
  const drawn = splits?.data
    ? { ...draw(splits.data.splits), seriesCount: splits.data.seriesCount, fetchWhole }
    : { series: causes, points: pointsByCause(points, buckets), seriesCount: causes.length };
  return <DrawnSavings key={by} {...props} {...drawn} savings={data} />;
}

type DrawnSavingsProps = SavingsPanelProps & {
  savings: Savings;
  series: readonly (ChartSeries & Partial<SplitSeries>)[];
  points: readonly ChartPoint[];
  /** Number of series, including combined ones. */
  seriesCount: number;
  /** Fetches all series, uncombined. */
  fetchWhole?: () => Promise<SplitSavings>;
};

function DrawnSavings(props: DrawnSavingsProps) {
  const { workspace, view, by, savings, points } = props;
  const { period, bucket, buckets, sums } = savings;
  const comparison =
    props.compare !== "none"
      ? alignComparison(
          comparisonLabel(savings),
          points,
          valuesOfPeriod(savings.pointsBefore, savings.bucketsBefore, by === "cause" ? grossOf : netOf),
        )
      : undefined;
  return (
    <SeriesPanel
      title={`Saved per ${bucket}, by ${by}`}
      note={<SeriesNote by={by} count={props.seriesCount} />}
      actions={
        <SegmentedControl
          label="Split by"
          options={SPLIT_OPTIONS}
          value={by}
          onValueChange={props.onByChange}
        />
      }
      description={`Tokens saved per ${bucket} by ${by}, ${describePeriod(period)}, ${buckets.length} ${bucket}s`}
      kind="bars"
      bucket={bucket}
      points={points}
      series={props.series}
      comparison={comparison}
      hrefOf={(at) => handoffsAddress(workspace, view, { at })}
      onZoom={props.onZoom}
      unit="tokens"
      fileName={`saved-by-${by}`}
      fetchWhole={props.fetchWhole}
      isEmpty={sums.handoffCount === 0}
      empty={
        <EmptyState title="No savings in this period">
          {describePeriod(period)} has no scoped handoffs.
        </EmptyState>
      }
      aside={(series) => (
        <SavingsLedger
          by={by}
          sums={sums}
          summarizingDollars={savings.summarizing.dollars}
          series={series}
          points={points}
          hrefOf={(id) => {
            if (by === "cause")
              return isCause(id) ? handoffsAddress(workspace, view, { cause: id }) : undefined;
            const filter = props.series.find((one) => one.id === id)?.filter;
            return filter ? handoffsAddress(workspace, { ...view, ...filter }) : undefined;
          }}
        />
      )}
      foot={
        sums.observedCount > 0 && (
          <PanelFoot>
            <span>
              Not included: {formatCompact(sums.observedSavedTokens)} tokens in{" "}
              <Anchor href={handoffsAddress(workspace, view, { observed: true })}>
                {formatCountOf(sums.observedCount, "handoff")}
              </Anchor>{" "}
              in observe mode (nothing was removed).
            </span>
          </PanelFoot>
        )
      }
    />
  );
}

/** Describes combined series: the first seven have their own colour, as in the ledger. */
function SeriesNote({ by, count }: { by: SplitBy; count: number }) {
  if (by === "cause") return "tokens, gross";
  const cut = describeCut(count);
  return cut === null ? "tokens, net" : `tokens, net, ${cut} ${by}s`;
}
