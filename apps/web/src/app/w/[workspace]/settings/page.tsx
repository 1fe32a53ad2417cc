import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Settings } from "./client";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings", params);
  await prefetch(trpc.workspaces.get.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <Settings workspace={workspace} />
    </HydrateClient>
  );
}
