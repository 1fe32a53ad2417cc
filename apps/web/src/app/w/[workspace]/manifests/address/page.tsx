import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { ArtifactReader } from "./client";
import { addressParamsCache } from "./search-params";

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Artifact" };

export default async function AddressPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/manifests/address", params);
  const { artifact, against } = await addressParamsCache.parse(searchParams);
  if (artifact !== null) {
    const input = { workspace, address: artifact, against: against ?? undefined };
    await prefetch(trpc.manifests.open.queryOptions(input));
  }
  return (
    <HydrateClient>
      <ArtifactReader workspace={workspace} />
    </HydrateClient>
  );
}
