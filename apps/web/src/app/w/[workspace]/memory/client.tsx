"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Brain } from "lucide-react";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { memoryChoices } from "@/features/memory/memory-choices";
import { memoryColumns } from "@/features/memory/memory-columns";
import { ListPage } from "@/frame/list-page";
import { LIST_PAGES } from "@/frame/list-table";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useListPage } from "@/frame/use-list-page";
import { toListInput } from "@/search/list-input";
import { useTRPC } from "@/trpc/client";
import { memoryListParams } from "./search-params";

/** Shows what agents remember, filtered as in the URL. */
export function MemoryList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const list = useListPage(memoryListParams);
  const facets = useQuery(trpc.memory.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(
    trpc.memory.list.infiniteQueryOptions(toListInput(workspace, list.params), LIST_PAGES),
  );
  return (
    <ListPage
      title="Memory"
      subtitle="Memories of agents, with their sources and readers."
      noun="memories"
      list={list}
      search={{
        label: "Search memories by content, tag or ID",
        placeholder: "Content, tag or ID",
        parts: "the content, tags and ID",
        className: "w-56 max-sm:w-full",
      }}
      choices={memoryChoices(facets.data)}
      caption="Memories"
      query={query}
      rows={query.data?.pages.flatMap((page) => page.memories)}
      columns={memoryColumns(timeZone)}
      keyOf={({ memoryKey }) => memoryKey}
      hrefOf={({ memoryKey }) => addressOf(workspace, "memory", memoryKey)}
      empty={
        <EmptyState icon={<Brain aria-hidden />} title="No memories yet">
          Baton reads <code>CLAUDE.md</code>, <code>AGENTS.md</code>, <code>memories.jsonl</code> and memory
          folders of followed projects. Agents write memories with the MCP tool <code>write_memory</code> or{" "}
          <code className="whitespace-nowrap">POST /api/v1/memories</code>.
        </EmptyState>
      }
    >
      <ArtifactsNav workspace={workspace} current="memory" />
    </ListPage>
  );
}
