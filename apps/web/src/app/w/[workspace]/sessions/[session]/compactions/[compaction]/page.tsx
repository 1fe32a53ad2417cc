import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { CompactionDetail } from "./client";

type Props = { params: Promise<{ workspace: string; session: string; compaction: string }> };

export const metadata: Metadata = { title: "Compaction" };

export default async function CompactionPage({ params }: Props) {
  const address = await openPage("/w/[workspace]/sessions/[session]/compactions/[compaction]", params);
  await orNotFound(getQueryClient().fetchQuery(trpc.compactions.get.queryOptions(address)));
  return (
    <HydrateClient>
      <CompactionDetail {...address} />
    </HydrateClient>
  );
}
