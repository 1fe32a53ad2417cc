import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { AlertPage } from "./client";

export const metadata: Metadata = { title: "Alert" };

type Props = { params: Promise<{ workspace: string; alert: string }> };

export default async function OneAlertPage({ params }: Props) {
  const { workspace, alert } = await openPage("/w/[workspace]/settings/alerts/[alert]", params);
  const alertId = /^\d{1,15}$/.test(alert) ? Number(alert) : notFound();
  await Promise.all([
    orNotFound(getQueryClient().fetchQuery(trpc.alerts.get.queryOptions({ workspace, alertId }))),
    prefetch(trpc.notifications.channels.queryOptions({ workspace })),
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <AlertPage workspace={workspace} alertId={alertId} now={Date.now()} />
    </HydrateClient>
  );
}
