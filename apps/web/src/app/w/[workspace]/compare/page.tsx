import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadCompareParams } from "@/search/compare-params";
import { openPage } from "@/server/open-page";
import { api, getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { CompareSessions } from "./client";

export const metadata: Metadata = { title: "Compare sessions" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function ComparePage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/compare", params);
  const { a, b } = await loadCompareParams(searchParams);
  if (a && b) {
    const input = { workspace, a, b };
    const found = await orNotFound(api.sessions.compare(input));
    getQueryClient().setQueryData(trpc.sessions.compare.queryKey(input), found);
  }
  return (
    <HydrateClient>
      <CompareSessions workspace={workspace} />
    </HydrateClient>
  );
}
