import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { openPage } from "@/server/open-page";
import { api, HydrateClient, orNotFound, prefetch, trpc } from "@/trpc/server";
import { fieldsParamsCache } from "../search-params";
import { SessionFields } from "./client";

type Props = { params: Promise<{ workspace: string; session: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Fields" };

export default async function FieldsPage({ params, searchParams }: Props) {
  const address = await openPage("/w/[workspace]/sessions/[session]/fields", params);
  const { path, agent } = await fieldsParamsCache.parse(searchParams);
  await orNotFound(api.sessions.getSummary(address));
  if (agent !== null) await prefetch(trpc.lineage.agent.queryOptions({ ...address, agent }));
  else await prefetch(trpc.lineage.field.queryOptions({ ...address, path: path ?? "" }));
  return (
    <HydrateClient>
      <SessionFields {...address} />
    </HydrateClient>
  );
}
