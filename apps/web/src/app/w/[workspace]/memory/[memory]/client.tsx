"use client";

import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Badge } from "@baton/ui/primitives/badge";
import { useQuery } from "@tanstack/react-query";
import { ContentPanel } from "@/features/memory/content-panel";
import { DetailsPanel } from "@/features/memory/details-panel";
import { isExpired } from "@/features/memory/memory-columns";
import { ReadersPanel } from "@/features/memory/readers-panel";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";

/** Shows one memory: its fields, its source, and who retrieved it. */
export function MemoryDetail({ workspace, memory: memoryKey }: { workspace: string; memory: string }) {
  const query = useQuery(useTRPC().memory.get.queryOptions({ workspace, memory: memoryKey }));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The memory could not be loaded" query={query} />
    ) : (
      <TableSkeleton rows={8} />
    );
  }
  const { memory, reads } = query.data;
  return (
    <>
      <PageHead
        title={memory.memoryId}
        badges={isExpired(memory) && <Badge tone="warn">expired</Badge>}
        subtitle={memory.author === null ? "Its author is not recorded." : `Remembered by ${memory.author}.`}
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_322px]">
        <div className="flex min-w-0 flex-col gap-4">
          <ContentPanel workspace={workspace} content={memory.content} reads={reads} />
          <ReadersPanel workspace={workspace} reads={reads} />
        </div>
        <DetailsPanel workspace={workspace} memory={memory} />
      </div>
    </>
  );
}
