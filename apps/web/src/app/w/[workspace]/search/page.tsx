import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadContentParams } from "@/search/content-params";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { SearchInSessions } from "./client";

export const metadata: Metadata = { title: "Search" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function SearchPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/search", params);
  const { search } = await loadContentParams(searchParams);
  if (search) await prefetch(trpc.jump.content.queryOptions({ workspace, search }));
  return (
    <HydrateClient>
      <SearchInSessions workspace={workspace} />
    </HydrateClient>
  );
}
