"use client";

import { shareOf } from "@baton/server/savings";
import { alignComparison } from "@baton/ui/charts/comparison";
import { formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { handoffsAddress } from "./addresses";
import { comparisonLabel, describePeriod } from "./overview/period-words";
import { valuesOfPeriod } from "./overview/savings-chart";
import { percentTicks } from "./percent-ticks";
import { SeriesPanel } from "./series-panel";
import { SHARE_SERIES, SHARE_TARGET, sharePoints } from "./share-chart";

export type SavingsChartProps = {
  workspace: string;
  view: SavingsView;
  savings: RouterOutputs["overview"]["savings"];
  compare: Comparison;
  onZoom: (fromKey: string, toKey: string) => void;
};

/** Shows the saved share of the original tokens, against the target. */
export function SharePanel({ workspace, view, savings, compare, onZoom }: SavingsChartProps) {
  const { points, buckets, bucket, period } = savings;
  const drawn = sharePoints(points, buckets);
  return (
    <SeriesPanel
      title={`Share saved per ${bucket}`}
      note="net saved ÷ original tokens"
      description={`Share of the original tokens saved, net, per ${bucket}, ${describePeriod(period)}, target ${formatPercent(SHARE_TARGET)}`}
      kind="lines"
      bucket={bucket}
      points={drawn}
      series={SHARE_SERIES}
      target={{ value: SHARE_TARGET, label: `target ${SHARE_TARGET * 100}\u00a0%` }}
      comparison={
        compare !== "none"
          ? alignComparison(
              comparisonLabel(savings),
              drawn,
              valuesOfPeriod(savings.pointsBefore, savings.bucketsBefore, shareOf),
            )
          : undefined
      }
      formatValue={formatPercent}
      formatAxis={percentTicks}
      hasTotals={false}
      hrefOf={(at) => handoffsAddress(workspace, view, { at })}
      onZoom={onZoom}
      unit="share from 0 to 1"
      fileName="share-saved"
      empty={
        <EmptyState title="No savings in this period">
          {describePeriod(period)} has no scoped handoffs.
        </EmptyState>
      }
    />
  );
}
