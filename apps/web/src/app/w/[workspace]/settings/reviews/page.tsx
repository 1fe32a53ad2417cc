import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { ReviewSettings } from "./client";

export const metadata: Metadata = { title: "Reviews" };

export default async function ReviewSettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/reviews", params);
  await Promise.all([
    prefetch(trpc.policies.reviews.setting.queryOptions({ workspace })),
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <ReviewSettings workspace={workspace} />
    </HydrateClient>
  );
}
