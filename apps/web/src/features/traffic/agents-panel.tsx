"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { ListPanel } from "./list-panel";
import { numberColumn } from "./number-column";
import { type KindOfPair, usePairKinds } from "./pair-kinds-panel";
import { subjectAddress } from "./subject";
import type { TrafficProps } from "./traffic-view";

interface AgentTraffic {
  agent: string;
  received: number;
  given: number;
  /** Tokens of handoffs with a recorded size. */
  receivedTokens: number;
  givenTokens: number;
}

/** Lists the agents that gave or received handoffs in a period. */
export function AgentsPanel({ workspace, view, search }: TrafficProps & { search: string | null }) {
  const query = usePairKinds({ workspace, view });
  const letters = search?.toLowerCase() ?? "";
  const agents = query.data && sumByAgent(query.data.first);
  const found = agents?.filter(({ agent }) => agent.toLowerCase().includes(letters));
  return (
    <ListPanel
      title="Agents"
      noun="agent"
      query={{ ...query, data: found && { first: found, count: found.length } }}
      columns={COLUMNS}
      keyOf={({ agent }) => agent}
      hrefOf={({ agent }) => subjectAddress(workspace, "agents", agent)}
      empty={
        <EmptyState title={search ? "No agents match this search" : "No handoffs in this period"}>
          Choose a longer period.
        </EmptyState>
      }
    />
  );
}

function sumByAgent(pairs: readonly KindOfPair[]): AgentTraffic[] {
  const agents = new Map<string, AgentTraffic>();
  const find = (agent: string) => {
    const known = agents.get(agent) ?? { agent, received: 0, given: 0, receivedTokens: 0, givenTokens: 0 };
    agents.set(agent, known);
    return known;
  };
  for (const { fromAgent, toAgent, handoffCount, afterTokens } of pairs) {
    const [giver, receiver] = [find(fromAgent), find(toAgent)];
    giver.given += handoffCount;
    giver.givenTokens += afterTokens ?? 0;
    receiver.received += handoffCount;
    receiver.receivedTokens += afterTokens ?? 0;
  }
  return [...agents.values()].sort((a, b) => b.received + b.given - a.received - a.given);
}

const COLUMNS: readonly Column<AgentTraffic>[] = [
  {
    id: "agent",
    header: "Agent",
    cell: ({ agent }) => <Name>{agent}</Name>,
    sortBy: ({ agent }) => agent,
  },
  numberColumn("received", "Received", ({ received }) => received),
  numberColumn("receivedTokens", "Tokens received", ({ receivedTokens }) => receivedTokens, {
    format: formatCompact,
    isSecondary: true,
  }),
  numberColumn("given", "Given", ({ given }) => given),
  numberColumn("givenTokens", "Tokens given", ({ givenTokens }) => givenTokens, {
    format: formatCompact,
    isSecondary: true,
  }),
];
