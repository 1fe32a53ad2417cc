import type { Metadata } from "next";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { CompactionDetail } from "./client";

type Props = { params: Promise<{ workspace: string; session: string; compaction: string }> };

export const metadata: Metadata = { title: "Compaction" };

export default async function CompactionPage({ params }: Props) {
  const { workspace, session, compaction } = await params;
  const address = {
    workspace: decodeURIComponent(workspace),
    session: decodeURIComponent(session),
    compaction: decodeURIComponent(compaction),
  };
  await orNotFound(getQueryClient().fetchQuery(trpc.compactions.get.queryOptions(address)));
  return (
    <HydrateClient>
      <CompactionDetail {...address} />
    </HydrateClient>
  );
}
