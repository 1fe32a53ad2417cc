"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { useQueryStates } from "nuqs";
import { PeriodPicker } from "@/frame/period-picker";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { CompactionPanel } from "@/overview/compaction-panel";
import { DelegationPanel } from "@/overview/delegation-panel";
import { LivePanel } from "@/overview/live-panel";
import { OverviewTiles } from "@/overview/overview-tiles";
import { PeriodLine } from "@/overview/period-line";
import { SavingsFilter, SavingsFilterChips } from "@/overview/savings-filter";
import { SavingsPanel } from "@/overview/savings-panel";
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
          <>
            <PeriodPicker range={params.range} onRangeChange={(range) => setParams({ range })} />
            <SavingsFilter workspace={workspace} filters={params} onFiltersChange={setParams} />
          </>
        }
      />
      <SavingsFilterChips filters={params} onFiltersChange={setParams} />
      <UnlessEmpty workspace={workspace}>
        <OverviewTiles workspace={workspace} view={view} />
        <SavingsPanel
          workspace={workspace}
          view={view}
          by={params.by}
          onByChange={(by) => setParams({ by })}
        />
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.13fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <WorsePanel workspace={workspace} view={view} />
            <DelegationPanel workspace={workspace} view={view} />
            <CompactionPanel workspace={workspace} view={view} />
          </div>
          <LivePanel workspace={workspace} timeZone={view.tz} />
        </div>
      </UnlessEmpty>
    </>
  );
}
