"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Manifest = RouterOutputs["manifests"]["list"]["manifests"][number];

/** What agents wrote down for those after them, the newest first. */
export function ManifestList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useInfiniteQuery(
    useTRPC().manifests.list.infiniteQueryOptions(
      { workspace },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const manifests = query.data?.pages.flatMap((page) => page.manifests) ?? [];
  return (
    <>
      <PageHead
        title="Artifacts"
        subtitle="Handoff manifests: what an agent hands on in place of its whole context."
      />
      <Panel aria-label="Manifests">
        <DataTable
          caption="Manifests, the newest first"
          columns={listColumns(timeZone)}
          rows={manifests}
          keyOf={({ manifestId }) => manifestId}
          hrefOf={({ manifestId }) => addressOf(workspace, "manifests", manifestId)}
          isLoading={query.isPending}
          error={
            query.isError && !query.data ? (
              <QueryError title="The manifests could not be loaded" query={query} />
            ) : undefined
          }
          empty={
            <EmptyState icon={<Package aria-hidden />} title="No manifest yet">
              Manifests are read from <code>{"artifacts/**/manifest.json"}</code> below the folders that are
              followed.
            </EmptyState>
          }
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </Panel>
    </>
  );
}

function listColumns(timeZone: string): Column<Manifest>[] {
  return [
    {
      id: "path",
      header: "Manifest",
      cell: ({ path, projectRoot, scope }) => (
        <span className="block max-w-[60ch]">
          <code className="block truncate" title={path}>
            {path.startsWith(`${projectRoot}/`) ? path.slice(projectRoot.length + 1) : path}
          </code>
          {scope !== null && <span className="block truncate text-sm text-text-2">{scope}</span>}
        </span>
      ),
    },
    { id: "agent", header: "From", cell: ({ fromAgent }) => fromAgent ?? <NotRecorded /> },
    {
      id: "type",
      header: "Type",
      isSecondary: true,
      cell: ({ artifactType }) => artifactType ?? <NotRecorded />,
    },
    {
      id: "tokens",
      header: "Tokens",
      isNumeric: true,
      cell: ({ manifestTokens }) => formatCount(manifestTokens),
    },
    {
      id: "written",
      header: "Written",
      isNumeric: true,
      isSecondary: true,
      cell: ({ writtenAt }) => formatDateTime(writtenAt, timeZone),
    },
  ];
}

function NotRecorded() {
  return <span className="text-text-3">not recorded</span>;
}
