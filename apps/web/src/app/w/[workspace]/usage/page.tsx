import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { loadUsageParams, toUsageView } from "@/search/usage-params";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Usage } from "./client";

export const metadata: Metadata = { title: "Usage and cost" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function UsagePage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/usage", params);
  const usageParams = await loadUsageParams(searchParams);
  const view = toUsageView(usageParams, await resolveTimeZone(usageParams.tz));
  await prefetch(trpc.usage.get.queryOptions({ workspace, ...view }));
  return (
    <HydrateClient>
      <Usage workspace={workspace} />
    </HydrateClient>
  );
}
