import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { InboxPage } from "./client";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/inbox", params);
  await prefetch(trpc.inbox.list.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <InboxPage workspace={workspace} now={Date.now()} />
    </HydrateClient>
  );
}
