import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { getQueryClient, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { Policies } from "./client";
import { loadPoliciesParams } from "./search-params";

export const metadata: Metadata = { title: "Policies" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function PoliciesPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/policies", params);
  const { version, range, tz } = await loadPoliciesParams(searchParams);
  const timeZone = await resolveTimeZone(tz);
  await Promise.all([
    orNotFound(getQueryClient().fetchQuery(trpc.policies.get.queryOptions({ workspace, version }))),
    prefetch(trpc.policies.traffic.queryOptions({ workspace, range, tz: timeZone })),
    prefetch(trpc.overview.agents.queryOptions({ workspace })),
  ]);
  return (
    <HydrateClient>
      <Policies workspace={workspace} />
    </HydrateClient>
  );
}
