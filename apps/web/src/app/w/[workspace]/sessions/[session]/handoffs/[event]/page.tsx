import type { Metadata } from "next";
import { api, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { HandoffDetail } from "./client";

type Props = { params: Promise<{ workspace: string; session: string; event: string }> };

export const metadata: Metadata = { title: "Handoff" };

export default async function HandoffPage({ params }: Props) {
  const { workspace, session, event } = await params;
  const input = {
    workspace: decodeURIComponent(workspace),
    session: decodeURIComponent(session),
    event: decodeURIComponent(event),
  };
  await orNotFound(api.handoffs.get(input));
  await prefetch(trpc.handoffs.get.queryOptions(input));
  return (
    <HydrateClient>
      <HandoffDetail {...input} />
    </HydrateClient>
  );
}
