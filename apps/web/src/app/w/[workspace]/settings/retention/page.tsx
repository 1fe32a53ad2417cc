import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { RetentionSettings } from "./client";

export const metadata: Metadata = { title: "Retention" };

export default async function RetentionPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/retention", params);
  await prefetch(trpc.retention.get.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <RetentionSettings workspace={workspace} />
    </HydrateClient>
  );
}
