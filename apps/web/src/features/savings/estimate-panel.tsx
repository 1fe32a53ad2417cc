"use client";

import { formatRatio } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { tasksAddress } from "./addresses";
import type { ArtifactPanelProps } from "./artifacts";
import { SeriesPanel } from "./series-panel";
import { ESTIMATE_SERIES, estimatePoints, usedToEstimated } from "./task-chart";

/** Shows estimated and used tokens of tasks. */
export function EstimatePanel({ workspace, view, savings, artifacts }: ArtifactPanelProps) {
  const { bucket, buckets } = savings;
  const used = usedToEstimated(artifacts.tasks);
  return (
    <SeriesPanel
      title="Tasks, estimated and actual"
      note={`tokens per ${bucket}`}
      description={`Estimated and actual tokens of tasks per ${bucket}`}
      kind="lines"
      bucket={bucket}
      points={estimatePoints(artifacts.tasks, buckets)}
      series={ESTIMATE_SERIES}
      hrefOf={(at) => tasksAddress(workspace, view, { at })}
      hasTotals={false}
      unit="tokens"
      fileName="estimated-and-actual"
      empty={
        <EmptyState title="No tasks with an estimate and a result">
          A task handoff can state a budget; the response states the tokens used.
        </EmptyState>
      }
      foot={
        used !== null && (
          <PanelFoot>Tasks used {formatRatio(used)} their estimate (tasks with both numbers only).</PanelFoot>
        )
      }
    />
  );
}
