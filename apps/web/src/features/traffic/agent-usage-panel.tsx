"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";

type ModelUsage = RouterOutputs["traffic"]["usage"][number];

/** Shows what an agent's calls used, by model. */
export function AgentUsagePanel({
  workspace,
  agent,
  period,
}: {
  workspace: string;
  agent: string;
  period: { range: string; tz: string };
}) {
  const query = useQuery(
    useTRPC().traffic.usage.queryOptions(
      { workspace, agent, ...period },
      { placeholderData: (last) => last },
    ),
  );
  return (
    <ListPanel
      title="Usage"
      noun="model"
      note={<UsageNote workspace={workspace} usage={query.data ?? []} />}
      query={{ ...query, data: query.data && { first: query.data, count: query.data.length } }}
      columns={COLUMNS}
      keyOf={({ model }) => model ?? ""}
      empty={
        <EmptyState title="No model calls recorded">
          Transcripts and traces record the calls of agents. Session files do not.
        </EmptyState>
      }
    />
  );
}

function UsageNote({ workspace, usage }: { workspace: string; usage: readonly ModelUsage[] }) {
  const priced = usage.flatMap(({ dollars }) => dollars ?? []);
  const counted = "tokens as counted by providers";
  if (priced.length === 0) return counted;
  return (
    <>
      {counted}, {formatMoney(priced.reduce((sum, dollars) => sum + dollars, 0))} at{" "}
      <TextLink href={addressOf(workspace, "settings", "prices")}>list prices</TextLink>
    </>
  );
}

const COLUMNS: readonly Column<ModelUsage>[] = [
  {
    id: "model",
    header: "Model",
    cell: ({ model }) => (model === null ? <NotRecorded /> : <Name isCode>{model}</Name>),
  },
  { id: "calls", header: "Calls", isNumeric: true, cell: ({ calls }) => formatCount(calls) },
  {
    id: "input",
    header: "Input",
    isNumeric: true,
    cell: ({ inputTokens }) => formatCompact(inputTokens),
  },
  {
    id: "written",
    header: "Cache write",
    isNumeric: true,
    isSecondary: true,
    cell: ({ cacheCreationTokens }) => formatCompact(cacheCreationTokens),
  },
  {
    id: "read",
    header: "Cache read",
    isNumeric: true,
    isSecondary: true,
    cell: ({ cacheReadTokens }) => formatCompact(cacheReadTokens),
  },
  {
    id: "output",
    header: "Output",
    isNumeric: true,
    cell: ({ outputTokens }) => formatCompact(outputTokens),
  },
  {
    id: "cost",
    header: "Cost",
    isNumeric: true,
    cell: ({ dollars }) => (dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(dollars)),
  },
];
