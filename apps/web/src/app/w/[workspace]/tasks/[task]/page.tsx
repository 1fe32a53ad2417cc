import type { Metadata } from "next";
import { getQueryClient, HydrateClient, orNotFound, trpc } from "@/trpc/server";
import { TaskDetail } from "./client";

type Props = { params: Promise<{ workspace: string; task: string }> };

export const metadata: Metadata = { title: "Task" };

export default async function TaskPage({ params }: Props) {
  const { workspace, task } = await params;
  const address = { workspace: decodeURIComponent(workspace), task: decodeURIComponent(task) };
  await orNotFound(getQueryClient().fetchQuery(trpc.tasks.get.queryOptions(address)));
  return (
    <HydrateClient>
      <TaskDetail {...address} />
    </HydrateClient>
  );
}
