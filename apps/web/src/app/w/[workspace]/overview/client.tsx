"use client";

import { ChartSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { OverviewTiles } from "@/features/savings/overview/overview-tiles";
import { PeriodLine } from "@/features/savings/overview/period-line";
import { SavingsFilterChips } from "@/features/savings/overview/savings-filter";
import { SavingsPanel } from "@/features/savings/overview/savings-panel";
import { SavingsTools } from "@/features/savings/overview/savings-tools";
import { CHART_HEIGHT } from "@/features/savings/query-panel";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { rangeBetween } from "@/search/range";
import { toSavingsView } from "@/search/savings-view";
import { overviewParams } from "./search-params";

const SidePanels = dynamic(async () => (await import("@/features/savings/overview/side-panels")).SidePanels, {
  ssr: false,
  loading: () => <ChartSkeleton height={CHART_HEIGHT} />,
});

/** Shows the handoffs of a period, their savings, and live events. */
export function Overview({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(overviewParams, { history: "push" });
  const view = toSavingsView(params, useTimeZone());
  return (
    <>
      <PageHead
        title="Overview"
        subtitle={<PeriodLine workspace={workspace} view={view} />}
        actions={<SavingsTools workspace={workspace} view={view} params={params} onChange={setParams} />}
      />
      <SavingsFilterChips filters={params} onFiltersChange={setParams} />
      <UnlessEmpty workspace={workspace}>
        <OverviewTiles workspace={workspace} view={view} compare={params.compare} />
        <SavingsPanel
          workspace={workspace}
          view={view}
          by={params.by}
          onByChange={(by) => setParams({ by })}
          compare={params.compare}
          onZoom={(fromKey, toKey) => setParams({ range: rangeBetween(fromKey, toKey) })}
        />
        <SidePanels workspace={workspace} view={view} />
      </UnlessEmpty>
    </>
  );
}
