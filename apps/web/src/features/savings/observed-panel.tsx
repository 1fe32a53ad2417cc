"use client";

import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { handoffsAddress } from "./addresses";
import { SeriesPanel } from "./series-panel";
import { OBSERVED_SERIES, observedPoints } from "./share-chart";
import type { SavingsChartProps } from "./share-panel";

/** Shows the potential savings of observe mode, which other metrics exclude. */
export function ObservedPanel({ workspace, view, savings, onZoom }: SavingsChartProps) {
  const { points, buckets, bucket, sums } = savings;
  return (
    <SeriesPanel
      title="Potential savings"
      note="tokens, observe mode only"
      description={`Tokens an enforced policy would have saved per ${bucket}`}
      kind="bars"
      bucket={bucket}
      points={observedPoints(points, buckets)}
      series={OBSERVED_SERIES}
      hrefOf={(at) => handoffsAddress(workspace, view, { at, observed: true })}
      onZoom={onZoom}
      unit="tokens"
      fileName="potential-savings"
      empty={
        <EmptyState title="No handoffs in observe mode">
          In observe mode, this chart shows the tokens an enforced policy would save.
        </EmptyState>
      }
      foot={
        sums.observedCount > 0 && (
          <PanelFoot>
            {formatCompact(sums.observedSavedTokens)} tokens in {formatCountOf(sums.observedCount, "handoff")}{" "}
            passed unchanged. Not included in other metrics.
          </PanelFoot>
        )
      }
    />
  );
}
