"use client";

import { ChartSkeleton, TileStripSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { OverviewTiles, tileCountOf } from "@/features/savings/overview/overview-tiles";
import { PeriodLine } from "@/features/savings/overview/period-line";
import { SavingsFilterChips } from "@/features/savings/overview/savings-filter";
import { SavingsPanel } from "@/features/savings/overview/savings-panel";
import { SavingsTools } from "@/features/savings/overview/savings-tools";
import { hasWork, useRecorded } from "@/features/savings/overview/use-work";
import { CHART_HEIGHT } from "@/features/savings/query-panel";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { rangeBetween } from "@/search/range";
import { toSavingsView } from "@/search/savings-view";
import { overviewParams } from "./search-params";

const loading = () => <ChartSkeleton height={CHART_HEIGHT} />;
const SidePanels = dynamic(async () => (await import("@/features/savings/overview/side-panels")).SidePanels, {
  ssr: false,
  loading,
});
const WorkTiles = dynamic(async () => (await import("@/features/savings/overview/work-tiles")).WorkTiles, {
  ssr: false,
  loading: () => <TileStripSkeleton tiles={6} hasSparkline />,
});
const UsagePanel = dynamic(async () => (await import("@/features/savings/overview/usage-panel")).UsagePanel, {
  ssr: false,
  loading,
});

const FindingsSummary = dynamic(
  async () => (await import("@/features/traffic/content-findings")).FindingsSummary,
  { ssr: false },
);

/**
 * Shows the handoffs of a period, their savings, what agents used, and live events: each only if the workspace
 * has ever recorded it.
 */
export function Overview({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(overviewParams, { history: "push" });
  const view = toSavingsView(params, useTimeZone());
  const onZoom = (fromKey: string, toKey: string) => setParams({ range: rangeBetween(fromKey, toKey) });
  const query = useRecorded(workspace);
  const { data: recorded } = query;
  return (
    <>
      <PageHead
        title="Overview"
        subtitle={<PeriodLine workspace={workspace} view={view} />}
        actions={<SavingsTools workspace={workspace} view={view} params={params} onChange={setParams} />}
      />
      <SavingsFilterChips filters={params} onFiltersChange={setParams} />
      <UnlessEmpty workspace={workspace}>
        {recorded ? (
          <>
            {tileCountOf(recorded) > 0 && (
              <OverviewTiles workspace={workspace} view={view} compare={params.compare} recorded={recorded} />
            )}
            {recorded.scoped && (
              <SavingsPanel
                workspace={workspace}
                view={view}
                by={params.by}
                onByChange={(by) => setParams({ by })}
                compare={params.compare}
                onZoom={onZoom}
              />
            )}
            {hasWork(recorded) && <WorkTiles workspace={workspace} view={view} recorded={recorded} />}
            {recorded.modelCalls && <UsagePanel workspace={workspace} view={view} onZoom={onZoom} />}
            <FindingsSummary workspace={workspace} period={view} />
            <SidePanels workspace={workspace} view={view} recorded={recorded} />
          </>
        ) : query.isError ? (
          <QueryError title="Could not load the overview" query={query} />
        ) : (
          loading()
        )}
      </UnlessEmpty>
    </>
  );
}
