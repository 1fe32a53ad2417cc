import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, prefetchInfinite, trpc } from "@/trpc/server";
import { AuditLog } from "./client";
import { auditParamsCache, toAuditInput } from "./search-params";

export const metadata: Metadata = { title: "Audit log" };

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function AuditPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/audit", params);
  const chosen = await auditParamsCache.parse(searchParams);
  const input = toAuditInput(workspace, chosen, await resolveTimeZone(chosen.tz));
  await Promise.all([
    prefetch(trpc.audit.facets.queryOptions({ workspace })),
    prefetch(trpc.audit.guard.queryOptions({ workspace })),
    prefetchInfinite(trpc.audit.list.infiniteQueryOptions(input, { getNextPageParam: () => null })),
  ]);
  return (
    <HydrateClient>
      <AuditLog workspace={workspace} />
    </HydrateClient>
  );
}
