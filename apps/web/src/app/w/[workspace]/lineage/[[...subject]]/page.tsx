import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { readSubject, SUBJECTS, type Subject } from "@/features/traffic/subject";
import { loadLineageParams } from "@/search/lineage-params";
import { decodeParams } from "@/server/decode-params";
import { openPage } from "@/server/open-page";
import { resolveTimeZone } from "@/server/time-zone";
import { HydrateClient, prefetch, trpc } from "@/trpc/server";
import { Lineage } from "./client";

type Params = { workspace: string; subject?: string[] };
type Props = { params: Promise<Params>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const subject = readSubject(decodeParams(await params).subject);
  return { title: subject ? (subject.names?.join(" → ") ?? SUBJECTS[subject.kind].many) : "Lineage" };
}

export default async function LineagePage({ params, searchParams }: Props) {
  const { workspace, subject: segments } = await openPage("/w/[workspace]/lineage/[[...subject]]", params);
  const subject = readSubject(segments);
  if (!subject) notFound();
  const { range, tz, search } = await loadLineageParams(searchParams);
  const period = { workspace, range, tz: await resolveTimeZone(tz) };
  await prefetchSubject(subject, period, search ?? undefined);
  return (
    <HydrateClient>
      <Lineage workspace={workspace} subject={subject} />
    </HydrateClient>
  );
}

type Period = { workspace: string; range: string; tz: string };

/** Fetches what the first paint of a page shows. */
async function prefetchSubject(
  { kind, names }: Subject,
  period: Period,
  search: string | undefined,
): Promise<void> {
  const { traffic } = trpc;
  const { workspace } = period;
  if (names === null) {
    if (kind === "fields") return prefetch(traffic.fieldNames.queryOptions({ ...period, search }));
    if (kind === "rules") return prefetch(traffic.rules.queryOptions(period));
    if (kind === "workflows") return prefetch(traffic.workflows.queryOptions({ workspace, search }));
    return prefetch(traffic.pairs.queryOptions(period));
  }
  const [name, to] = names;
  if (kind === "fields") return prefetch(traffic.fields.queryOptions({ ...period, field: name }));
  if (kind === "workflows") return prefetch(traffic.workflow.queryOptions({ workspace, workflow: name }));
  const of = { agents: { agent: name }, pairs: { from: name, to }, rules: { rule: name } }[kind];
  return prefetch(traffic.pairs.queryOptions({ ...period, ...of }));
}
