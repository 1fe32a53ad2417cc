"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatBytes, formatCount, formatCountOf } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Loss = RouterOutputs["ingest"]["losses"]["losses"][number];

const LOSSES_HEIGHT = 360;

const HAPPENED: Record<Loss["cause"], string> = {
  "cut short": "cut short",
  rewritten: "replaced",
  gone: "deleted",
};

/** Lists lines lost before ingest could read them; empty without losses. */
export function LossesPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.ingest.losses.queryOptions({ workspace }));
  const mayAcknowledge = usePermission(workspace, "ingest.acknowledgeLosses");
  const acknowledge = useMutation(
    trpc.ingest.acknowledgeLosses.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.ingest.losses.queryFilter({ workspace })),
    }),
  );
  if (query.isError && !query.data) return <QueryError title="Could not load the lost lines" query={query} />;
  const { losses = [], count = 0 } = query.data ?? {};
  const [newest] = losses;
  if (!newest) return null;
  return (
    <Panel aria-label="Lost lines" id="losses" className="scroll-mt-16">
      <PanelHead
        title="Lost lines"
        note={`${formatCountOf(count, "file")} cut short, replaced or deleted before ingest could read all lines. Import them from a copy if you have one.`}
        actions={
          mayAcknowledge ? (
            <Button
              size="sm"
              disabled={acknowledge.isPending}
              onClick={() => acknowledge.mutate({ workspace, through: newest.sequence })}
            >
              Acknowledge {count === 1 ? "loss" : `${formatCount(count)} losses`}
            </Button>
          ) : undefined
        }
      />
      <DataTable
        caption="Unacknowledged losses"
        columns={listColumns(timeZone)}
        rows={losses}
        keyOf={({ sequence }) => String(sequence)}
        maxHeight={LOSSES_HEIGHT}
        isCompact
        empty={null}
      />
    </Panel>
  );
}

function listColumns(timeZone: string): Column<Loss>[] {
  return [
    {
      id: "file",
      header: "File",
      sortBy: ({ path }) => path,
      cell: ({ path }) => (
        <bdi className="block max-w-[44ch] truncate" title={path}>
          <code>{path}</code>
        </bdi>
      ),
    },
    { id: "cause", header: "Cause", cell: ({ cause }) => HAPPENED[cause] },
    {
      id: "amount",
      header: "Lost",
      isNumeric: true,
      cell: ({ lostBytes }) => (lostBytes === null ? "unknown amount" : `at least ${formatBytes(lostBytes)}`),
    },
    {
      id: "since",
      header: "Since",
      isNumeric: true,
      cell: ({ since }) => formatDateTime(since, timeZone, { isExact: true }),
    },
    {
      id: "noticed",
      header: "Detected",
      isNumeric: true,
      isSecondary: true,
      cell: ({ noticedAt }) => formatDateTime(noticedAt, timeZone, { isExact: true }),
    },
  ];
}
