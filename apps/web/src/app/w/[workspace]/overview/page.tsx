import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openDefaultView } from "@/features/savings/overview/open-default-view";
import { toSavingsView } from "@/search/savings-view";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Overview } from "./client";
import { loadOverviewParams } from "./search-params";

export const metadata: Metadata = { title: "Overview" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function OverviewPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/overview", params);
  await openDefaultView(workspace, "overview", searchParams);
  const { by, ...viewParams } = await loadOverviewParams(searchParams);
  const view = toSavingsView(viewParams, await resolveTimeZone(viewParams.tz));
  const { range, tz } = view;
  await Promise.all([
    prefetch(trpc.overview.recorded.queryOptions({ workspace })),
    prefetch(trpc.overview.work.queryOptions({ workspace, range, tz })),
    prefetch(trpc.overview.savings.queryOptions({ workspace, ...view })),
    prefetch(trpc.savings.figures.queryOptions({ workspace, ...view })),
    prefetch(trpc.savings.artifacts.queryOptions({ workspace, ...view })),
    prefetch(trpc.savings.blockedFields.queryOptions({ workspace, ...view })),
    prefetch(trpc.overview.worse.queryOptions({ workspace, ...view })),
    by === "rule" && prefetch(trpc.overview.savingsByRule.queryOptions({ workspace, ...view })),
    by === "pair" && prefetch(trpc.overview.savingsByPair.queryOptions({ workspace, ...view })),
    prefetch(trpc.overview.delegations.queryOptions({ workspace, range, tz })),
    prefetch(trpc.overview.compactions.queryOptions({ workspace, range, tz })),
    prefetch(trpc.overview.activity.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Overview workspace={workspace} />
    </HydrateClient>
  );
}
