import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openDefaultView } from "@/features/savings/overview/open-default-view";
import { toSavingsView } from "@/search/savings-view";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Savings } from "./client";
import { loadSavingsParams } from "./search-params";

export const metadata: Metadata = { title: "Savings" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function SavingsPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/savings", params);
  await openDefaultView(workspace, "savings", searchParams);
  const { by, ...viewParams } = await loadSavingsParams(searchParams);
  const view = toSavingsView(viewParams, await resolveTimeZone(viewParams.tz));
  const input = { workspace, ...view };
  await Promise.all([
    prefetch(trpc.overview.recorded.queryOptions({ workspace })),
    prefetch(trpc.overview.savings.queryOptions(input)),
    prefetch(trpc.savings.figures.queryOptions(input)),
    by === "rule" && prefetch(trpc.overview.savingsByRule.queryOptions(input)),
    by === "pair" && prefetch(trpc.overview.savingsByPair.queryOptions(input)),
    prefetch(trpc.savings.artifacts.queryOptions(input)),
    prefetch(trpc.savings.received.queryOptions(input)),
    prefetch(trpc.savings.errors.queryOptions(input)),
    prefetch(trpc.savings.compactions.queryOptions(input)),
    prefetch(trpc.overview.delegations.queryOptions({ workspace, range: view.range, tz: view.tz })),
  ]);
  return (
    <HydrateClient>
      <Savings workspace={workspace} />
    </HydrateClient>
  );
}
