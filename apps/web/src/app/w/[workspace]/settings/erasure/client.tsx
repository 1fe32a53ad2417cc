"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { TimeAgo } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { EraseDialog } from "@/features/settings/erase-dialog";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Erasure = RouterOutputs["erasures"]["list"][number];

/** Polling interval in milliseconds while an erasure is pending. */
const LOOK_AGAIN = 2_000;

/** Lists past and pending erasures, and lets the user request another. */
export function Erasures({ workspace, now }: { workspace: string; now: number }) {
  const timeZone = useTimeZone();
  const query = useQuery(
    useTRPC().erasures.list.queryOptions(
      { workspace },
      {
        refetchInterval: ({ state }) =>
          state.data?.some(({ finishedAt }) => finishedAt === null) ? LOOK_AGAIN : false,
      },
    ),
  );
  return (
    <>
      <PageHead
        title="Erasure"
        subtitle="Permanently delete all data of a session, agent or workspace. Baton does not import erased data again; the audit log keeps its hash."
        actions={<EraseDialog workspace={workspace} />}
      />
      <Panel aria-label="Erasures">
        <DataTable
          caption="Erasures (newest first)"
          rows={query.data ?? []}
          keyOf={({ erasureId }) => erasureId}
          isLoading={query.isPending}
          error={query.isError && <QueryError title="The erasures could not be loaded" query={query} />}
          empty={
            <EmptyState icon={<Eraser aria-hidden />} title="No erasures yet">
              Retention deletes old data. Erase data here that should not have been stored.
            </EmptyState>
          }
          columns={[
            { id: "kind", header: "Type", cell: ({ kind }) => kind },
            {
              id: "subject",
              header: "ID",
              cell: ({ subject, subjectSha256 }) =>
                subject === null ? (
                  <code title={subjectSha256}>sha256:{subjectSha256.slice(0, 16)}</code>
                ) : (
                  <span className="[overflow-wrap:anywhere]">{subject}</span>
                ),
            },
            { id: "state", header: "State", cell: (erasure) => <State erasure={erasure} /> },
            {
              id: "rows",
              header: "Rows",
              isNumeric: true,
              cell: (erasure) => formatCount(countRows(erasure)),
            },
            { id: "by", header: "Requested by", isSecondary: true, cell: ({ requestedBy }) => requestedBy },
            {
              id: "at",
              header: "Requested",
              isSecondary: true,
              cell: ({ requestedAt }) => <TimeAgo at={requestedAt.getTime()} timeZone={timeZone} now={now} />,
            },
          ]}
        />
      </Panel>
    </>
  );
}

function countRows({ erasedRows }: Erasure): number {
  return Object.values(erasedRows).reduce((sum, rows) => sum + rows, 0);
}

/** Baton excludes a subject without data too, since data may have been in transit. */
function State({ erasure }: { erasure: Erasure }) {
  if (erasure.finishedAt === null) return <Badge tone="warn">erasing</Badge>;
  return countRows(erasure) === 0 ? <Badge>excluded</Badge> : <Badge tone="ok">erased</Badge>;
}
