import type { Metadata } from "next";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Settings } from "./client";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = decodeURIComponent((await params).workspace);
  await prefetch(trpc.workspaces.get.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <Settings workspace={workspace} />
    </HydrateClient>
  );
}
