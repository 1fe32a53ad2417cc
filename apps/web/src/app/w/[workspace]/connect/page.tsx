import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Connect } from "./client";

export const metadata: Metadata = { title: "Connect" };

const loadParams = createLoader({ with: parseAsString.withDefault("claude-code") });

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function ConnectPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/connect", params);
  const { with: runtimeId } = await loadParams(searchParams);
  await Promise.all([
    prefetch(trpc.ingest.connect.queryOptions({ workspace })),
    prefetch(trpc.ingest.sources.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Connect workspace={workspace} runtimeId={runtimeId} />
    </HydrateClient>
  );
}
