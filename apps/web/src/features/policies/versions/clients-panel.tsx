"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatAgo, formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
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
        columns={listColumns(timeZone)}
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

function listColumns(timeZone: string): Column<Client>[] {
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
      cell: ({ lastSeenAt }) => (
        <time dateTime={lastSeenAt.toISOString()} title={formatDateTime(lastSeenAt, timeZone)}>
          {formatAgo(lastSeenAt, Date.now())}
        </time>
      ),
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
