import type { Metadata } from "next";
import { api, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { SessionDetail } from "./client";

type Props = { params: Promise<{ workspace: string; session: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { session } = await orNotFound(api.sessions.getSummary(await readAddress(params)));
  return { title: session.title ?? session.sessionId };
}

export default async function SessionPage({ params }: Props) {
  const address = await readAddress(params);
  await orNotFound(api.sessions.getSummary(address));
  await prefetch(trpc.sessions.get.queryOptions(address));
  return (
    <HydrateClient>
      <SessionDetail {...address} />
    </HydrateClient>
  );
}

async function readAddress(params: Props["params"]) {
  const { workspace, session } = await params;
  return { workspace: decodeURIComponent(workspace), session: decodeURIComponent(session) };
}
