"use client";

import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { handoffsAddress } from "./addresses";
import { SeriesPanel } from "./series-panel";
import { OBSERVED_SERIES, observedPoints } from "./share-chart";
import type { SavingsChartProps } from "./share-panel";

/** What a policy that only observes would have saved: in no other figure. */
export function ObservedPanel({ workspace, view, savings, onZoom }: SavingsChartProps) {
  const { points, buckets, bucket, sums } = savings;
  return (
    <SeriesPanel
      title="Potential savings"
      note="tokens, observed only"
      description={`Tokens that would have been saved per ${bucket}, had the policy been enforced`}
      kind="bars"
      bucket={bucket}
      points={observedPoints(points, buckets)}
      series={OBSERVED_SERIES}
      hrefOf={(at) => handoffsAddress(workspace, view, { at, observed: true })}
      onZoom={onZoom}
      fileName="potential-savings"
      empty={
        <EmptyState title="No observe-only handoffs">
          With the policy switch on observe, handoffs show here what enforcing it would save.
        </EmptyState>
      }
      foot={
        sums.observedCount > 0 && (
          <PanelFoot>
            {formatCompact(sums.observedSavedTokens)} tokens in {formatCountOf(sums.observedCount, "handoff")}{" "}
            that passed whole. They are in no other figure.
          </PanelFoot>
        )
      }
    />
  );
}
