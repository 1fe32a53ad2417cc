import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { Manifest } from "./client";

type Props = { params: Promise<{ workspace: string; manifest: string }> };

export const metadata: Metadata = { title: "Manifest" };

export default async function ManifestPage({ params }: Props) {
  const address = await openPage("/w/[workspace]/manifests/[manifest]", params);
  await Promise.all([
    orNotFound(getQueryClient().fetchQuery(trpc.manifests.versions.queryOptions(address))),
    prefetch(trpc.manifests.get.queryOptions(address)),
    prefetch(trpc.manifests.usage.queryOptions(address)),
  ]);
  return (
    <HydrateClient>
      <Manifest {...address} />
    </HydrateClient>
  );
}
