"use client";

import { ChartSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { PeriodLine } from "@/features/savings/overview/period-line";
import { SavingsFilterChips } from "@/features/savings/overview/savings-filter";
import { SavingsPanel } from "@/features/savings/overview/savings-panel";
import { SavingsTools } from "@/features/savings/overview/savings-tools";
import { useSavings } from "@/features/savings/overview/use-savings";
import { useRecorded } from "@/features/savings/overview/use-work";
import { CHART_HEIGHT, QueryPanel } from "@/features/savings/query-panel";
import { SavedLine } from "@/features/savings/saved-line";
import { SharePanel } from "@/features/savings/share-panel";
import { WindowPanel } from "@/features/savings/window-panel";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { rangeBetween } from "@/search/range";
import { toSavingsView } from "@/search/savings-view";
import { savingsParams } from "./search-params";

const ChangePanel = dynamic(async () => (await import("@/features/savings/change-panel")).ChangePanel, {
  ssr: false,
  loading: () => <ChartSkeleton height={CHART_HEIGHT} />,
});

const RankingPanel = dynamic(async () => (await import("@/features/savings/ranking-panel")).RankingPanel, {
  ssr: false,
  loading: () => <ChartSkeleton height={CHART_HEIGHT} />,
});

const NoSavingsPanel = dynamic(
  async () => (await import("@/features/savings/no-savings-panel")).NoSavingsPanel,
  { ssr: false, loading: () => <ChartSkeleton height={CHART_HEIGHT} /> },
);

const SidePanels = dynamic(async () => (await import("@/features/savings/side-panels")).SidePanels, {
  ssr: false,
  loading: () => <ChartSkeleton height={CHART_HEIGHT} />,
});

/** Shows the value of scoping, compression and compaction, each separately. */
export function Savings({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(savingsParams, { history: "push" });
  const view = toSavingsView(params, useTimeZone());
  const { compare } = params;
  const onZoom = (fromKey: string, toKey: string) => {
    void setParams({ range: rangeBetween(fromKey, toKey) });
  };
  const savings = useSavings(workspace, view);
  const query = useRecorded(workspace);
  const { data: recorded } = query;
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
        {recorded?.scoped && (
          <>
            <SavingsPanel
              workspace={workspace}
              view={view}
              compare={compare}
              onZoom={onZoom}
              by={params.by}
              onByChange={(by) => setParams({ by })}
            />
            <RankingPanel workspace={workspace} view={view} />
            <ChangePanel workspace={workspace} view={view} />
          </>
        )}
        {recorded && !recorded.scoped && <NoSavingsPanel workspace={workspace} />}
        {recorded && (
          <QueryPanel title="Savings" query={savings}>
            {(data) => {
              const shared = { workspace, view, savings: data, compare, onZoom };
              return (
                <>
                  {recorded.scoped && (
                    <div className="grid gap-4 md:grid-cols-2">
                      <SharePanel {...shared} />
                      <WindowPanel {...shared} />
                    </div>
                  )}
                  <SidePanels {...shared} recorded={recorded} />
                </>
              );
            }}
          </QueryPanel>
        )}
        {recorded === undefined &&
          (query.isError ? (
            <QueryError title="Could not load the savings" query={query} />
          ) : (
            <ChartSkeleton height={CHART_HEIGHT} />
          ))}
      </UnlessEmpty>
    </>
  );
}
