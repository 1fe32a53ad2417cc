import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Notices } from "./client";

export const metadata: Metadata = { title: "Notifications" };

export default async function NoticesPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/notices", params);
  await Promise.all([
    prefetch(trpc.notices.channels.queryOptions({ workspace })),
    prefetch(trpc.notices.list.queryOptions({ workspace })),
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Notices workspace={workspace} now={Date.now()} />
    </HydrateClient>
  );
}
