import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { TaskList } from "./client";
import { taskListParamsCache, toFilterInput } from "./search-params";

export const metadata: Metadata = { title: "Tasks" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function TasksPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/tasks", params);
  const chosen = await taskListParamsCache.parse(searchParams);
  const filter = toFilterInput(workspace, chosen);
  await Promise.all([
    prefetch(trpc.tasks.facets.queryOptions({ workspace })),
    prefetch(trpc.tasks.metrics.queryOptions(filter)),
    prefetchInfinite(
      trpc.tasks.list.infiniteQueryOptions(
        { ...filter, sort: chosen.sort },
        { getNextPageParam: () => null },
      ),
    ),
  ]);
  return (
    <HydrateClient>
      <TaskList workspace={workspace} />
    </HydrateClient>
  );
}
