import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { TaskDetail } from "./client";

type Props = { params: Promise<{ workspace: string; task: string }> };

export const metadata: Metadata = { title: "Task" };

export default async function TaskPage({ params }: Props) {
  const address = await openPage("/w/[workspace]/tasks/[task]", params);
  await orNotFound(getQueryClient().fetchQuery(trpc.tasks.get.queryOptions(address)));
  return (
    <HydrateClient>
      <TaskDetail {...address} />
    </HydrateClient>
  );
}
