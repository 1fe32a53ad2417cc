"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { BudgetPanel } from "./budget-panel";
import { CompactionsPanel } from "./compactions-panel";
import { CompressionPanel } from "./compression-panel";
import { ErrorsPanel } from "./errors-panel";
import { EstimatePanel } from "./estimate-panel";
import { LossesPanel } from "./losses-panel";
import { ObservedPanel } from "./observed-panel";
import { DelegationPanel } from "./overview/delegation-panel";
import type { Recorded } from "./overview/use-work";
import { QueryPanel } from "./query-panel";
import type { SavingsChartProps } from "./share-panel";

/**
 * Shows the panels next to the savings, if the workspace has ever recorded their subject. Loaded after the visible part.
 */
export function SidePanels({ recorded, ...props }: SavingsChartProps & { recorded: Recorded }) {
  const { workspace, view } = props;
  const artifacts = useQuery(
    useTRPC().savings.artifacts.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  return (
    <>
      {(recorded.manifests || recorded.tasks) && (
        <QueryPanel title="Artifacts" query={artifacts}>
          {(found) => (
            <div className="grid gap-4 md:grid-cols-2">
              <CompressionPanel {...props} artifacts={found} />
              <BudgetPanel {...props} artifacts={found} />
              <ErrorsPanel {...props} artifacts={found} />
              <EstimatePanel {...props} artifacts={found} />
            </div>
          )}
        </QueryPanel>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {recorded.compactions && <CompactionsPanel {...props} />}
        {recorded.compactions && <LossesPanel {...props} />}
        {recorded.scoped && <ObservedPanel {...props} />}
        {recorded.ungoverned && <DelegationPanel workspace={workspace} view={view} />}
      </div>
    </>
  );
}
