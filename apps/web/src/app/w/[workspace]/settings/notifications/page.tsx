import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Notifications } from "./client";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/notifications", params);
  await Promise.all([
    prefetch(trpc.notifications.channels.queryOptions({ workspace })),
    prefetch(trpc.notifications.list.queryOptions({ workspace })),
    prefetch(trpc.reports.list.queryOptions({ workspace })),
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Notifications workspace={workspace} now={Date.now()} />
    </HydrateClient>
  );
}
