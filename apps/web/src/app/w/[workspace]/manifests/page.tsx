import type { Metadata } from "next";
import { HydrateClient, prefetchInfinite, trpc } from "@/trpc/server";
import { ManifestList } from "./client";

export const metadata: Metadata = { title: "Artifacts" };

export default async function ManifestsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = decodeURIComponent((await params).workspace);
  await prefetchInfinite(
    trpc.manifests.list.infiniteQueryOptions({ workspace }, { getNextPageParam: () => null }),
  );
  return (
    <HydrateClient>
      <ManifestList workspace={workspace} />
    </HydrateClient>
  );
}
