"use client";

import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useState } from "react";
import { UsageChart } from "@/features/usage/usage-chart";
import type { SavingsView } from "@/server/inputs";
import { QueryPanel } from "../query-panel";
import { useWork } from "./use-work";

const SPLITS = [
  { value: "model", label: "Model" },
  { value: "agent", label: "Agent" },
] as const;
type SplitBy = (typeof SPLITS)[number]["value"];

/** Shows what model calls used, by model or agent. */
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
  const query = useWork(workspace, view);
  return (
    <QueryPanel title="Model usage" query={query}>
      {({ bucket, buckets, period, days }) => (
        <UsageChart
          workspace={workspace}
          by={by}
          bucket={bucket}
          buckets={buckets}
          period={period}
          rows={days.map((row) => ({ ...row, id: row[by] }))}
          firstUnit="tokens"
          actions={<SegmentedControl label="Split by" options={SPLITS} value={by} onValueChange={setBy} />}
          onZoom={onZoom}
        />
      )}
    </QueryPanel>
  );
}
