import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { toListInput } from "@/search/list-input";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { ManifestList } from "./client";
import { manifestListParamsCache } from "./search-params";

export const metadata: Metadata = { title: "Artifacts" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function ManifestsPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/manifests", params);
  const input = toListInput(workspace, await manifestListParamsCache.parse(searchParams));
  await Promise.all([
    prefetch(trpc.manifests.facets.queryOptions({ workspace })),
    prefetchInfinite(trpc.manifests.list.infiniteQueryOptions(input, { getNextPageParam: () => null })),
  ]);
  return (
    <HydrateClient>
      <ManifestList workspace={workspace} />
    </HydrateClient>
  );
}
