import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { toSavingsView } from "@/search/savings-view";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { SavedHandoffs } from "./client";
import { loadSavedHandoffsParams, toListInput } from "./search-params";

export const metadata: Metadata = { title: "Handoffs" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function SavedHandoffsPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/savings/handoffs", params);
  const listParams = await loadSavedHandoffsParams(searchParams);
  const timeZone = await resolveTimeZone(listParams.tz);
  await Promise.all([
    prefetchInfinite(
      trpc.savings.handoffs.infiniteQueryOptions(toListInput(workspace, listParams, timeZone), {
        getNextPageParam: (page) => page.nextCursor,
      }),
    ),
    prefetch(trpc.overview.savings.queryOptions({ workspace, ...toSavingsView(listParams, timeZone) })),
  ]);
  return (
    <HydrateClient>
      <SavedHandoffs workspace={workspace} />
    </HydrateClient>
  );
}
