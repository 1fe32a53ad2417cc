import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Erasures } from "./client";

export const metadata: Metadata = { title: "Erasure" };

export default async function ErasurePage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/erasure", params);
  await prefetch(trpc.erasures.list.queryOptions({ workspace }));
  return (
    <HydrateClient>
      <Erasures workspace={workspace} now={Date.now()} />
    </HydrateClient>
  );
}
