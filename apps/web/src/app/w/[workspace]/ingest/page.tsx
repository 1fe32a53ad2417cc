import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { Ingest } from "./client";
import { quarantineParamsCache, toQuarantineInput } from "./search-params";

export const metadata: Metadata = { title: "Ingest" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function IngestPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/ingest", params);
  const quarantine = toQuarantineInput(workspace, await quarantineParamsCache.parse(searchParams));
  await Promise.all([
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
    prefetch(trpc.ingest.status.queryOptions({ workspace })),
    prefetch(trpc.ingest.sources.queryOptions({ workspace })),
    prefetch(trpc.ingest.files.queryOptions({ workspace })),
    prefetch(trpc.ingest.losses.queryOptions({ workspace })),
    prefetch(trpc.ingest.port.queryOptions({ workspace })),
    prefetch(trpc.ingest.quarantineFacets.queryOptions({ workspace })),
    prefetch(trpc.ingest.replays.queryOptions({ workspace })),
    prefetch(trpc.ingest.shapes.queryOptions({ workspace })),
    prefetch(trpc.ingest.unread.queryOptions({ workspace })),
    prefetchInfinite(
      trpc.ingest.quarantine.infiniteQueryOptions(quarantine, { getNextPageParam: () => null }),
    ),
  ]);
  return (
    <HydrateClient>
      <Ingest workspace={workspace} />
    </HydrateClient>
  );
}
