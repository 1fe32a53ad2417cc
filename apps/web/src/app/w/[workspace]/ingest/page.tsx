import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { Ingest } from "./client";

export const metadata: Metadata = { title: "Ingest" };

export default async function IngestPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/ingest", params);
  await Promise.all([
    prefetch(trpc.ingest.status.queryOptions({ workspace })),
    prefetch(trpc.ingest.files.queryOptions({ workspace })),
    prefetch(trpc.ingest.port.queryOptions({ workspace })),
    prefetchInfinite(
      trpc.ingest.quarantine.infiniteQueryOptions({ workspace }, { getNextPageParam: () => null }),
    ),
  ]);
  return (
    <HydrateClient>
      <Ingest workspace={workspace} />
    </HydrateClient>
  );
}
