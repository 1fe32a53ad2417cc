import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { toListInput } from "@/search/list-input";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { SessionList } from "./client";
import { sessionListParamsCache } from "./search-params";

export const metadata: Metadata = { title: "Sessions" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function SessionsPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/sessions", params);
  const { compare, columns, ...input } = toListInput(
    workspace,
    await sessionListParamsCache.parse(searchParams),
  );
  await Promise.all([
    prefetch(trpc.overview.recorded.queryOptions({ workspace })),
    prefetch(trpc.sessions.columns.queryOptions({ workspace })),
    prefetchInfinite(trpc.sessions.list.infiniteQueryOptions(input, { getNextPageParam: () => null })),
  ]);
  return (
    <HydrateClient>
      <SessionList workspace={workspace} />
    </HydrateClient>
  );
}
