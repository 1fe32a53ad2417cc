import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { LimitSettings } from "./client";

export const metadata: Metadata = { title: "Limits and agents" };

export default async function LimitSettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/limits", params);
  await prefetch(trpc.rollout.settings.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <LimitSettings workspace={workspace} />
    </HydrateClient>
  );
}
