import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { toListInput } from "@/search/list-input";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { MemoryList } from "./client";
import { memoryListParamsCache } from "./search-params";

export const metadata: Metadata = { title: "Memory" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function MemoryPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/memory", params);
  const filter = toListInput(workspace, await memoryListParamsCache.parse(searchParams));
  await Promise.all([
    prefetch(trpc.memory.facets.queryOptions({ workspace })),
    prefetchInfinite(trpc.memory.list.infiniteQueryOptions(filter, { getNextPageParam: () => null })),
  ]);
  return (
    <HydrateClient>
      <MemoryList workspace={workspace} />
    </HydrateClient>
  );
}
