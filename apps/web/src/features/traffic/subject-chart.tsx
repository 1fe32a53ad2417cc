"use client";

import { useQueryStates } from "nuqs";
import { rangeBetween } from "@/features/savings/overview/range-between";
import { SavingsPanel } from "@/features/savings/overview/savings-panel";
import { lineageParams } from "@/search/lineage-params";
import type { TrafficProps } from "./traffic-view";

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
