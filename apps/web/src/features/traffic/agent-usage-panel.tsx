"use client";

import { formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { MODEL_USAGE_COLUMNS, type ModelUsage } from "./model-usage-columns";

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
      columns={MODEL_USAGE_COLUMNS}
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
