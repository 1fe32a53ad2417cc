"use client";

import { shareSaved } from "@baton/server/savings";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Chip } from "@baton/ui/primitives/chip";
import { FromTo } from "@baton/ui/primitives/from-to";
import { DateTime } from "@baton/ui/primitives/time";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { countListed } from "@/features/savings/count-listed";
import { SavingsFilter, SavingsFilterChips } from "@/features/savings/overview/savings-filter";
import { useSavings } from "@/features/savings/overview/use-savings";
import { sumBy } from "@/features/savings/points";
import { ModeBadge, NoRuleBadge } from "@/features/sessions/handoff/handoff-badges";
import { CAUSE_LOOKS } from "@/features/sessions/handoff/outcomes";
import { SubjectLink } from "@/features/traffic/subject-link";
import { LIST_PAGES, ListTable } from "@/frame/list-table";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { PeriodPicker } from "@/frame/period-picker";
import { useTimeZone } from "@/frame/time-zone";
import { labelOfBucket } from "@/search/period";
import { toSavingsView } from "@/search/savings-view";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { savedHandoffsParams, toListInput } from "./search-params";

type Handoff = RouterOutputs["savings"]["handoffs"]["handoffs"][number];

/** Lists the handoffs behind a metric, newest first. */
export function SavedHandoffs({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const [params, setParams] = useQueryStates(savedHandoffsParams, { history: "push" });
  const query = useInfiniteQuery(
    useTRPC().savings.handoffs.infiniteQueryOptions(toListInput(workspace, params, timeZone), LIST_PAGES),
  );
  const { data: savings } = useSavings(workspace, toSavingsView(params, timeZone));
  const listed = savings ? countListed(savings, params) : null;
  const handoffs = query.data?.pages.flatMap((page) => page.handoffs) ?? [];
  const { at, cause, observed } = params;
  return (
    <>
      <PageHead
        title="Handoffs"
        subtitle={
          observed
            ? "Handoffs in observe mode: nothing was removed, nothing was saved."
            : "Handoffs with a scoped context. The savings come from these."
        }
        actions={
          <>
            <PeriodPicker range={params.range} onRangeChange={(range) => setParams({ range, at: null })} />
            <SavingsFilter workspace={workspace} filters={params} onFiltersChange={setParams} />
          </>
        }
      />
      {(at || cause || observed) && (
        <div className="flex flex-wrap gap-2">
          {at && (
            <Chip removeLabel="Show the whole period" onRemove={() => setParams({ at: null })}>
              {describeBucket(at)}
            </Chip>
          )}
          {cause && (
            <Chip removeLabel="Show every cause" onRemove={() => setParams({ cause: null })}>
              saved by: {CAUSE_LOOKS[cause].label.toLowerCase()}
            </Chip>
          )}
          {observed && (
            <Chip removeLabel="Show enforced handoffs" onRemove={() => setParams({ observed: null })}>
              observe mode only
            </Chip>
          )}
        </div>
      )}
      <SavingsFilterChips filters={params} onFiltersChange={setParams} />
      <Panel aria-label="Handoffs">
        {listed && listed.handoffCount > 0 && (
          <PanelHead
            title={formatCountOf(listed.handoffCount, "handoff")}
            note={`${formatCompact(listed.savedTokens)} tokens ${observed ? "would have been saved" : "saved, net"}`}
          />
        )}
        <ListTable
          caption="Handoffs (newest first)"
          columns={columnsOf(timeZone, sumsOf(handoffs, query.hasNextPage), observed === true)}
          query={query}
          rows={handoffs}
          keyOf={({ eventId }) => eventId}
          hrefOf={({ sessionId, eventId }) =>
            sessionId === null ? undefined : addressOf(workspace, "sessions", sessionId, "handoffs", eventId)
          }
          errorTitle="Could not load the handoffs"
          empty={
            <EmptyState icon={<Search aria-hidden />} title="No handoffs match these filters">
              Change the period or remove a filter.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

/** Formats a day as "4 Nov", and an hour as "4 Nov, 14:00". */
function describeBucket(key: string): string {
  const [day = key] = key.split("T");
  return day === key ? labelOfBucket(key) : `${labelOfBucket(day)}, ${labelOfBucket(key)}`;
}

type Totals = { label: string; beforeTokens: number; afterTokens: number; savedTokens: number };

/** Adds up the loaded handoffs, in tokens; totals exclude sizes that were not recorded. */
function sumsOf(handoffs: readonly Handoff[], hasMore: boolean): Totals {
  const count = formatCount(handoffs.length);
  return {
    label: hasMore ? `Sum of these ${count}` : `Sum of all ${count}`,
    beforeTokens: sumBy(handoffs, ({ beforeTokens }) => beforeTokens ?? 0),
    afterTokens: sumBy(handoffs, ({ afterTokens }) => afterTokens ?? 0),
    savedTokens: sumBy(handoffs, ({ savedTokens }) => savedTokens ?? 0),
  };
}

function columnsOf(timeZone: string, sums: Totals, isObserved: boolean): Column<Handoff>[] {
  return [
    {
      id: "pair",
      header: "Handoff",
      cell: ({ fromAgent, toAgent }) => <FromTo from={fromAgent} to={toAgent} />,
      sum: sums.label,
    },
    {
      id: "rule",
      header: "Rule",
      isSecondary: true,
      cell: ({ ruleId }) => (ruleId ? <SubjectLink kind="rules" name={ruleId} /> : <NoRuleBadge />),
    },
    {
      id: "mode",
      header: "Mode",
      isSecondary: true,
      cell: ({ mode, ruleId }) => mode && <ModeBadge mode={mode} isDefault={!ruleId} />,
    },
    {
      id: "before",
      header: "Original",
      isNumeric: true,
      isSecondary: true,
      cell: ({ beforeTokens }) => write(beforeTokens),
      sum: write(sums.beforeTokens),
    },
    {
      id: "after",
      header: isObserved ? "Would pass" : "Passed",
      isNumeric: true,
      cell: ({ afterTokens }) => write(afterTokens),
      sum: write(sums.afterTokens),
    },
    {
      id: "saved",
      header: isObserved ? "Would save" : "Saved",
      isNumeric: true,
      cell: ({ savedTokens }) => write(savedTokens),
      sum: write(sums.savedTokens),
    },
    {
      id: "share",
      header: "Share",
      isNumeric: true,
      cell: ({ beforeTokens, savedTokens }) =>
        savedTokens === null ? "" : formatShare(savedTokens, beforeTokens),
      sum: formatShare(sums.savedTokens, sums.beforeTokens),
    },
    {
      id: "time",
      header: "Time",
      isNumeric: true,
      cell: ({ occurredAt }) => <DateTime at={occurredAt} timeZone={timeZone} />,
    },
  ];
}

function formatShare(savedTokens: number, beforeTokens: number | null): string {
  const share = shareSaved(savedTokens, beforeTokens ?? 0);
  return share === null ? "" : formatPercent(share);
}

function write(tokens: number | null) {
  return tokens === null ? <NotRecorded /> : formatCompact(tokens);
}
