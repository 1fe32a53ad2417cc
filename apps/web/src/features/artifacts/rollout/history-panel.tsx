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

/** Lists each phase change with author, time and reason. Entries are only added, never changed. */
export function HistoryPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().rollout.history.queryOptions({ workspace }));
  const columns: Column<Change>[] = [
    {
      id: "change",
      header: "Change",
      cell: ({ phases }) =>
        phases.length === 0
          ? "same phase again"
          : phases.map(({ agent, before, after }) => (
              <span key={agent ?? ""} className="block">
                <Name isCode>{agent ?? "all others"}</Name>: {before ?? "as all"}
                <Arrow />
                {after ?? "as all"}
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
        caption="Phase changes (newest first)"
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
