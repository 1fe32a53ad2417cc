import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { toListInput } from "@/search/list-input";
import { openPage } from "@/server/open-page";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { TaskList } from "./client";
import { taskListParamsCache } from "./search-params";

export const metadata: Metadata = { title: "Tasks" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function TasksPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/tasks", params);
  const { sort, ...filter } = toListInput(workspace, await taskListParamsCache.parse(searchParams));
  await Promise.all([
    prefetch(trpc.tasks.facets.queryOptions({ workspace })),
    prefetch(trpc.tasks.metrics.queryOptions(filter)),
    prefetchInfinite(
      trpc.tasks.list.infiniteQueryOptions({ ...filter, sort }, { getNextPageParam: () => null }),
    ),
  ]);
  return (
    <HydrateClient>
      <TaskList workspace={workspace} />
    </HydrateClient>
  );
}
