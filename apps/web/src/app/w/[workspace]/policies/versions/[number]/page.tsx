import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { Version } from "./client";

type Props = { params: Promise<{ workspace: string; number: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Version ${(await params).number}` };
}

export default async function VersionPage({ params }: Props) {
  const { workspace, number: text } = await openPage("/w/[workspace]/policies/versions/[number]", params);
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) notFound();
  const version = trpc.policies.publications.get.queryOptions({ workspace, number });
  await orNotFound(getQueryClient().fetchQuery(version));
  return (
    <HydrateClient>
      <Version number={number} />
    </HydrateClient>
  );
}
