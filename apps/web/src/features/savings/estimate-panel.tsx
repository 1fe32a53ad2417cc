"use client";

import { formatRatio } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PanelFoot } from "@baton/ui/layout/panel";
import { tasksAddress } from "./addresses";
import type { ArtifactPanelProps } from "./artifacts";
import { SeriesPanel } from "./series-panel";
import { ESTIMATE_SERIES, estimatePoints, usedToEstimated } from "./task-chart";

/** What tasks were thought to use, and what they used. */
export function EstimatePanel({ workspace, view, savings, artifacts }: ArtifactPanelProps) {
  const { bucket, buckets } = savings;
  const used = usedToEstimated(artifacts.tasks);
  return (
    <SeriesPanel
      title="Tasks, estimated and actual"
      note={`tokens per ${bucket}`}
      description={`Tokens that tasks were estimated to use and did use, per ${bucket}`}
      kind="lines"
      bucket={bucket}
      points={estimatePoints(artifacts.tasks, buckets)}
      series={ESTIMATE_SERIES}
      hrefOf={(at) => tasksAddress(workspace, view, { at })}
      hasSums={false}
      fileName="estimated-and-actual"
      empty={
        <EmptyState title="No task with both figures">
          A task’s handoff says what it may use, its answer what it used.
        </EmptyState>
      }
      foot={
        used !== null && (
          <PanelFoot>{formatRatio(used)} of what was estimated was used, of tasks with both.</PanelFoot>
        )
      }
    />
  );
}
