"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { useQueryStates } from "nuqs";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { BlockedFieldsPanel } from "@/overview/blocked-fields-panel";
import { CompactionPanel } from "@/overview/compaction-panel";
import { DelegationPanel } from "@/overview/delegation-panel";
import { LivePanel } from "@/overview/live-panel";
import { OverviewTiles } from "@/overview/overview-tiles";
import { PeriodLine } from "@/overview/period-line";
import { rangeBetween } from "@/overview/range-between";
import { SavingsFilterChips } from "@/overview/savings-filter";
import { SavingsPanel } from "@/overview/savings-panel";
import { SavingsTools } from "@/overview/savings-tools";
import { WorsePanel } from "@/overview/worse-panel";
import { toSavingsView } from "@/search/savings-view";
import { overviewParams } from "./search-params";

/** What passed between agents in a time, what that saved, and what comes in now. */
export function Overview({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(overviewParams, { history: "push" });
  const view = toSavingsView(params, useTimeZone());
  return (
    <>
      <PageHead
        title="Overview"
        subtitle={<PeriodLine workspace={workspace} view={view} />}
        actions={
          <SavingsTools workspace={workspace} view={view} params={params} onChange={setParams} />
        }
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
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.13fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <WorsePanel workspace={workspace} view={view} />
            <BlockedFieldsPanel workspace={workspace} view={view} />
            <DelegationPanel workspace={workspace} view={view} />
            <CompactionPanel workspace={workspace} view={view} />
          </div>
          <LivePanel workspace={workspace} timeZone={view.tz} />
        </div>
      </UnlessEmpty>
    </>
  );
}
