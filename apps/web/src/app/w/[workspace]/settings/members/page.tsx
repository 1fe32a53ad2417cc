import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Members } from "./client";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/members", params);
  await Promise.all([
    prefetch(trpc.members.list.queryOptions({ workspace })),
    prefetch(trpc.invitations.list.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Members workspace={workspace} />
    </HydrateClient>
  );
}
