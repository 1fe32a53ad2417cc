"use client";

import { TargetBars } from "@baton/ui/charts/target-bars";
import { formatCountOf, formatRatio } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { manifestsAddress } from "./addresses";
import { compressionByType, compressionSeries } from "./artifact-charts";
import type { ArtifactPanelProps } from "./artifacts";
import { cutOf, SeriesPanel } from "./series-panel";

/** Shows source size ÷ manifest size by type, against the targets. */
export function CompressionPanel({ workspace, view, savings, artifacts }: ArtifactPanelProps) {
  const { bucket, buckets } = savings;
  const { manifests, targets } = artifacts;
  const rows = compressionByType(manifests, targets);
  const { series, points } = compressionSeries(manifests, targets, buckets);
  return (
    <SeriesPanel
      title="Artifacts compressed"
      note={`sources ÷ manifest${cutOf(series.length)}`}
      description="Compression of artifacts by type"
      kind="lines"
      bucket={bucket}
      points={points}
      series={series}
      formatValue={formatRatio}
      hasTotals={false}
      hrefOf={(at) => manifestsAddress(workspace, view, { at })}
      unit="sources ÷ manifest"
      fileName="compression-by-type"
      isEmpty={manifests.length === 0}
      empty={
        <EmptyState title="No manifests in this period">
          An agent writes a manifest.json to pass a summary instead of the full artifact.
        </EmptyState>
      }
      chart={
        <TargetBars
          label="Compression ratio and target by artifact type"
          colour="c2"
          formatValue={formatRatio}
          rows={rows.map(({ type, manifestCount, ...row }) => ({
            ...row,
            note: formatCountOf(manifestCount, "manifest"),
            ...(manifestCount > 0 && { href: manifestsAddress(workspace, view, { type }) }),
          }))}
        />
      }
      foot={<PanelFoot>The line marks the target. Only manifests with known sources count.</PanelFoot>}
    />
  );
}
