import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { MemoryDetail } from "./client";

type Props = { params: Promise<{ workspace: string; memory: string }> };

export const metadata: Metadata = { title: "Memory" };

export default async function MemoryDetailPage({ params }: Props) {
  const address = await openPage("/w/[workspace]/memory/[memory]", params);
  await Promise.all([
    orNotFound(getQueryClient().fetchQuery(trpc.memory.get.queryOptions(address))),
    prefetch(trpc.policies.seen.agents.queryOptions({ workspace: address.workspace })),
  ]);
  return (
    <HydrateClient>
      <MemoryDetail {...address} />
    </HydrateClient>
  );
}
