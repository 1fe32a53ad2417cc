"use client";

import { Ledger } from "@baton/ui/charts/ledger";
import { ShareStrip } from "@baton/ui/charts/share-strip";
import { formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { manifestsAddress } from "./addresses";
import { countLevels, LEVEL_SERIES, levelPoints } from "./artifact-charts";
import type { ArtifactPanelProps } from "./artifacts";
import { SeriesPanel } from "./series-panel";

const LEVEL_WORDS = {
  ok: "under 70 %",
  warning: "from 70 %",
  critical: "from 90 %",
  exceeded: "over 100 %",
} as const;

/** Shows the share of manifest handoffs near or over their budget. */
export function BudgetPanel({ workspace, view, savings, artifacts }: ArtifactPanelProps) {
  const { bucket, buckets } = savings;
  const { manifests, handoffLimit } = artifacts;
  const counts = countLevels(manifests);
  const all = LEVEL_SERIES.reduce((sum, { id }) => sum + counts[id], 0);
  return (
    <SeriesPanel
      title="Budget alerts"
      note={formatCountOf(all, "manifest")}
      description="Manifests by budget used"
      kind="bars"
      bucket={bucket}
      points={levelPoints(manifests, buckets)}
      series={LEVEL_SERIES}
      formatValue={formatCount}
      hrefOf={(at) => manifestsAddress(workspace, view, { at })}
      unit="manifests"
      fileName="budget-alerts"
      isEmpty={all === 0}
      empty={
        <EmptyState title="No manifests in this period">
          Budgets apply to handoffs with a manifest.
        </EmptyState>
      }
      chart={
        <div className="flex flex-col gap-2">
          <ShareStrip
            description={LEVEL_SERIES.map(({ id }) => `${formatCount(counts[id])} ${id}`).join(", ")}
            parts={LEVEL_SERIES.map(({ id, colour }) => ({ id, colour, value: counts[id] }))}
          />
          <Ledger
            caption="Manifests by budget used"
            rows={LEVEL_SERIES.map(({ id, colour }) => ({
              id,
              colour,
              value: formatCount(counts[id]),
              share: formatPercent(counts[id] / all),
              label: (
                <>
                  {id} <span className="text-text-3">{LEVEL_WORDS[id]}</span>
                </>
              ),
              ...(counts[id] > 0 && { href: manifestsAddress(workspace, view, { level: id }) }),
            }))}
          />
        </div>
      }
      foot={
        <PanelFoot>
          A handoff is over budget if its manifest and required reading exceed {formatCount(handoffLimit)}{" "}
          tokens.
        </PanelFoot>
      }
    />
  );
}
