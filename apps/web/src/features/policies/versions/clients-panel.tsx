"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TimeAgo } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Client = RouterOutputs["policies"]["clients"][number];

const REFETCH_MILLISECONDS = 15_000;

/** Lists the programs that ask for the live policy, with the version that each of them uses. */
export function ClientsPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(
    useTRPC().policies.clients.queryOptions({ workspace }, { refetchInterval: REFETCH_MILLISECONDS }),
  );
  return (
    <Panel aria-label="Clients">
      <PanelHead title="Clients" note="last 7 days" />
      <DataTable
        caption="Clients and the policy version that each uses, last seen first"
        columns={listColumns(timeZone, query.dataUpdatedAt)}
        rows={query.data ?? []}
        keyOf={({ keyId, instance }) => `${keyId} ${instance}`}
        isLoading={query.isPending}
        error={
          query.isError && !query.data ? (
            <QueryError title="The clients could not be loaded" query={query} />
          ) : undefined
        }
        empty={
          <EmptyState title="No clients yet">
            Orchestrators, hooks and adapters appear here when they ask this server for the policy.
          </EmptyState>
        }
      />
    </Panel>
  );
}

/** @param now the time of the rows, which server and browser share. */
function listColumns(timeZone: string, now: number): Column<Client>[] {
  return [
    {
      id: "instance",
      header: "Client",
      cell: ({ instance, client }) => (
        <>
          <Name isWhole>{instance || "not named"}</Name>
          <span className="block text-sm text-text-2">
            <Name isWhole>{client || "unknown software"}</Name>
          </span>
        </>
      ),
    },
    {
      id: "version",
      header: "Policy",
      cell: (client) => <VersionBadge client={client} />,
    },
    { id: "key", header: "API key", isSecondary: true, cell: ({ keyName }) => <Name>{keyName}</Name> },
    {
      id: "seen",
      header: "Last seen",
      isNumeric: true,
      cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt.getTime()} timeZone={timeZone} now={now} />,
    },
  ];
}

function VersionBadge({ client: { policyVersion, number, isCurrent } }: { client: Client }) {
  const name = number === null ? policyVersion?.slice(0, 12) : `v${number}`;
  return isCurrent ? (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      {name}, live
    </Badge>
  ) : (
    <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
      {name ? `${name}, not live` : "no policy"}
    </Badge>
  );
}
