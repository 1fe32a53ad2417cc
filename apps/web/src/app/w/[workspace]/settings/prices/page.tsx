import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Prices } from "./client";

export const metadata: Metadata = { title: "Prices" };

export default async function PricesPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/prices", params);
  await Promise.all([
    prefetch(trpc.prices.list.queryOptions({ workspace })),
    prefetch(trpc.workspaces.get.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Prices workspace={workspace} today={new Date().toISOString().slice(0, 10)} />
    </HydrateClient>
  );
}
