import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Keys } from "./client";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/keys", params);
  await prefetch(trpc.keys.list.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <Keys workspace={workspace} now={Date.now()} />
    </HydrateClient>
  );
}
