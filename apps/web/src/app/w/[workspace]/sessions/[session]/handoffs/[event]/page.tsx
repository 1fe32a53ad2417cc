import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { HandoffDetail } from "./client";

type Props = { params: Promise<{ workspace: string; session: string; event: string }> };

export const metadata: Metadata = { title: "Handoff" };

export default async function HandoffPage({ params }: Props) {
  const input = await openPage("/w/[workspace]/sessions/[session]/handoffs/[event]", params);
  await orNotFound(getQueryClient().fetchQuery(trpc.handoffs.get.queryOptions(input)));
  return (
    <HydrateClient>
      <HandoffDetail {...input} />
    </HydrateClient>
  );
}
