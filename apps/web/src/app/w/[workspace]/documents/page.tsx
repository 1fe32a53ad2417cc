import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { toListInput } from "@/search/list-input";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { DocumentList } from "./client";
import { documentListParamsCache } from "./search-params";

export const metadata: Metadata = { title: "Documents" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function DocumentsPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/documents", params);
  const input = toListInput(workspace, await documentListParamsCache.parse(searchParams));
  await Promise.all([
    prefetch(trpc.documents.facets.queryOptions({ workspace })),
    prefetchInfinite(trpc.documents.list.infiniteQueryOptions(input, { getNextPageParam: () => null })),
  ]);
  return (
    <HydrateClient>
      <DocumentList workspace={workspace} />
    </HydrateClient>
  );
}
