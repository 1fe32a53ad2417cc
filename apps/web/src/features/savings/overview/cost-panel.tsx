"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatMoney } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { ListPanel } from "@/features/traffic/list-panel";
import { subjectAddress } from "@/features/traffic/subject";
import { NotRecorded } from "@/frame/not-recorded";
import { withQuery } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";
import { useWork, type Work } from "./use-work";

type AgentUsage = Work["agents"][number];

/** Lists what each agent used of each model, with its cost, subagents apart. */
export function CostPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const query = useWork(workspace, view);
  const { range, tz } = view;
  return (
    <ListPanel
      title="Cost by agent and model"
      noun="row"
      note="at list prices"
      query={{ ...query, data: query.data && { first: query.data.agents, count: query.data.agentCount } }}
      columns={COLUMNS}
      keyOf={({ agent, model }) => JSON.stringify([agent, model])}
      hrefOf={({ agent }) => withQuery(subjectAddress(workspace, "agents", agent), { range, tz })}
      empty={<EmptyState title="No model calls in this period" />}
    />
  );
}

const COLUMNS: readonly Column<AgentUsage>[] = [
  {
    id: "agent",
    header: "Agent",
    takesRest: true,
    cell: ({ agent, model }) => (
      <>
        <Name>{agent}</Name>
        <span className="block text-text-2 text-xs">
          {model === null ? <NotRecorded>model not recorded</NotRecorded> : <Name isCode>{model}</Name>}
        </span>
      </>
    ),
  },
  {
    id: "calls",
    header: "Calls",
    isNumeric: true,
    isSecondary: true,
    cell: ({ calls }) => formatCount(calls),
  },
  { id: "tokens", header: "Tokens", isNumeric: true, cell: ({ tokens }) => formatCompact(tokens) },
  {
    id: "cost",
    header: "Cost",
    isNumeric: true,
    cell: ({ dollars }) => (dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(dollars)),
  },
];
