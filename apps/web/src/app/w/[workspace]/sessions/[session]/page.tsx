import { oneLine } from "@baton/ui/format/readable-name";
import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { api, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { SessionDetail } from "./client";

type Props = { params: Promise<{ workspace: string; session: string }> };

/**
 * The browser fetches sessions with more handoffs: rendered in a page they take twice the bytes, and a second
 * on the server.
 */
const MOST_RENDERED = 1_000;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { session } = await orNotFound(
    api.sessions.getSummary(await openPage("/w/[workspace]/sessions/[session]", params)),
  );
  return { title: oneLine(session.title ?? session.sessionId) };
}

export default async function SessionPage({ params }: Props) {
  const address = await openPage("/w/[workspace]/sessions/[session]", params);
  const { session } = await orNotFound(api.sessions.getSummary(address));
  if (session.handoffCount <= MOST_RENDERED) await prefetch(trpc.sessions.get.queryOptions(address));
  return (
    <HydrateClient>
      <SessionDetail {...address} />
    </HydrateClient>
  );
}
