import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Alerts } from "./client";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/alerts", params);
  await Promise.all([
    prefetch(trpc.alerts.list.queryOptions({ workspace })),
    prefetch(trpc.notifications.channels.queryOptions({ workspace })),
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Alerts workspace={workspace} now={Date.now()} />
    </HydrateClient>
  );
}
