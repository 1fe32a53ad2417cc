"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Arrow } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Change = RouterOutputs["rollout"]["history"][number];

const PART_WORDS: Record<Change["parts"][number]["part"], string> = {
  phase: "",
  approval: "Approval of ",
  limit: "Limit ",
  window: "Context window of ",
  known_agent: "Known agent ",
};
const NO_VALUE: Record<Change["parts"][number]["part"], string> = {
  phase: "as all",
  approval: "as all",
  limit: "default",
  window: "default",
  known_agent: "none",
};

/** Lists each change of phases, approvals, limits and agents with author, time and reason. Entries are only added, never changed. */
export function HistoryPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().rollout.history.queryOptions({ workspace }));
  const columns: Column<Change>[] = [
    {
      id: "change",
      header: "Change",
      cell: ({ parts }) =>
        parts.length === 0
          ? "same value again"
          : parts.map(({ part, name, before, after }) => (
              <span key={`${part} ${name}`} className="block [overflow-wrap:anywhere]">
                {PART_WORDS[part]}
                <Name isCode>{name ?? "all others"}</Name>: {before ?? NO_VALUE[part]}
                <Arrow />
                {after ?? NO_VALUE[part]}
              </span>
            )),
    },
    {
      id: "reason",
      header: "Reason",
      cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason}</span>,
    },
    { id: "by", header: "Changed by", isSecondary: true, cell: ({ changedBy }) => changedBy },
    {
      id: "at",
      header: "At",
      isNumeric: true,
      isSecondary: true,
      cell: ({ changedAt }) => formatDateTime(changedAt, timeZone),
    },
  ];
  return (
    <Panel aria-label="History">
      <PanelHead title="History" note="append-only" />
      <DataTable
        caption="Changes (newest first)"
        columns={columns}
        rows={query.data ?? []}
        keyOf={({ changeId }) => changeId}
        isLoading={query.isPending}
        error={
          query.isError && !query.data ? (
            <QueryError title="The history could not be loaded" query={query} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<History aria-hidden />} title="No changes yet">
            All agents start in the observe phase.
          </EmptyState>
        }
      />
    </Panel>
  );
}
