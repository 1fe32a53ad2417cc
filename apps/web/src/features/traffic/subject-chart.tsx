"use client";

import { TableSkeleton } from "@baton/ui/layout/loading";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { lineageParams } from "@/search/lineage-params";
import { rangeBetween } from "@/search/range";
import type { TrafficProps } from "./traffic-view";

const SavingsPanel = dynamic(
  async () => (await import("@/features/savings/overview/savings-panel")).SavingsPanel,
  { ssr: false, loading: () => <TableSkeleton rows={8} /> },
);

/** Shows what the context handoffs of an agent, a pair or a rule saved, by day. */
export function SubjectChart({ workspace, view: { field: _, ...view } }: TrafficProps) {
  const [{ by }, setParams] = useQueryStates(lineageParams, { history: "push" });
  return (
    <SavingsPanel
      workspace={workspace}
      view={view}
      by={by}
      onByChange={(by) => setParams({ by })}
      compare="before"
      onZoom={(from, to) => void setParams({ range: rangeBetween(from, to) })}
    />
  );
}
