import type { Metadata } from "next";
import { VersionsView } from "@/features/policies/versions/versions-view";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";

export const metadata: Metadata = { title: "Versions" };

type Props = { params: Promise<{ workspace: string }> };

export default async function VersionsPage({ params }: Props) {
  const { workspace } = await openPage("/w/[workspace]/policies/versions", params);
  await Promise.all([
    prefetch(trpc.policies.publications.list.queryOptions({ workspace })),
    prefetch(trpc.policies.releases.get.queryOptions({ workspace })),
    prefetch(trpc.policies.clients.queryOptions({ workspace })),
    prefetch(trpc.policies.versions.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <VersionsView workspace={workspace} />
    </HydrateClient>
  );
}
