"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { DelegationPanel } from "@/overview/delegation-panel";
import { PeriodLine } from "@/overview/period-line";
import { rangeBetween } from "@/overview/range-between";
import { SavingsFilterChips } from "@/overview/savings-filter";
import { SavingsPanel } from "@/overview/savings-panel";
import { SavingsTools } from "@/overview/savings-tools";
import { useSavings } from "@/overview/use-savings";
import { BudgetPanel } from "@/savings/budget-panel";
import { CompactionsPanel } from "@/savings/compactions-panel";
import { CompressionPanel } from "@/savings/compression-panel";
import { ErrorsPanel } from "@/savings/errors-panel";
import { EstimatePanel } from "@/savings/estimate-panel";
import { ObservedPanel } from "@/savings/observed-panel";
import { QueryPanel } from "@/savings/query-panel";
import { SavedLine } from "@/savings/saved-line";
import { SharePanel } from "@/savings/share-panel";
import { WindowPanel } from "@/savings/window-panel";
import { toSavingsView } from "@/search/savings-view";
import { useTRPC } from "@/trpc/client";
import { savingsParams } from "./search-params";

/** What scoping, compression and compaction are worth, each under its own name. */
export function Savings({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(savingsParams, { history: "push" });
  const view = toSavingsView(params, useTimeZone());
  const { compare } = params;
  const onZoom = (fromKey: string, toKey: string) => {
    void setParams({ range: rangeBetween(fromKey, toKey) });
  };
  const savings = useSavings(workspace, view);
  const artifacts = useQuery(
    useTRPC().savings.artifacts.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  return (
    <>
      <PageHead
        title="Savings"
        subtitle={
          <>
            <SavedLine workspace={workspace} view={view} />
            <br />
            <PeriodLine workspace={workspace} view={view} />
          </>
        }
        actions={
          <SavingsTools workspace={workspace} view={view} params={params} onChange={setParams} hasLive />
        }
      />
      <SavingsFilterChips filters={params} onFiltersChange={setParams} />
      <UnlessEmpty workspace={workspace}>
        <SavingsPanel
          {...{ workspace, view, compare, onZoom }}
          by={params.by}
          onByChange={(by) => setParams({ by })}
        />
        <QueryPanel title="Savings" query={savings}>
          {(data) => {
            const shared = { workspace, view, savings: data, compare, onZoom };
            return (
              <>
                <div className="grid items-start gap-4 md:grid-cols-2">
                  <SharePanel {...shared} />
                  <WindowPanel {...shared} />
                </div>
                <QueryPanel title="Artifacts" query={artifacts}>
                  {(found) => (
                    <div className="grid items-start gap-4 md:grid-cols-2">
                      <CompressionPanel {...shared} artifacts={found} />
                      <BudgetPanel {...shared} artifacts={found} />
                      <ErrorsPanel {...shared} artifacts={found} />
                      <EstimatePanel {...shared} artifacts={found} />
                    </div>
                  )}
                </QueryPanel>
                <div className="grid items-start gap-4 md:grid-cols-2">
                  <CompactionsPanel {...shared} />
                  <ObservedPanel {...shared} />
                </div>
              </>
            );
          }}
        </QueryPanel>
        <DelegationPanel workspace={workspace} view={view} />
      </UnlessEmpty>
    </>
  );
}
