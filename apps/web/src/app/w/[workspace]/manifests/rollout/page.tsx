import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Rollout } from "./client";

export const metadata: Metadata = { title: "Rollout" };

export default async function RolloutPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/manifests/rollout", params);
  await Promise.all([
    prefetch(trpc.rollout.get.queryOptions({ workspace })),
    prefetch(trpc.rollout.history.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Rollout workspace={workspace} />
    </HydrateClient>
  );
}
