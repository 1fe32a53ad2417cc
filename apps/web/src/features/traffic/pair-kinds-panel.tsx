"use client";

import { shareSaved } from "@baton/server/savings";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { FromTo } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { KindBadge } from "@/features/sessions/handoff/handoff-kinds";
import { NotRecorded } from "@/frame/not-recorded";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { numberColumn } from "./number-column";
import { subjectAddress } from "./subject";
import type { TrafficProps } from "./traffic-view";

export type KindOfPair = RouterOutputs["traffic"]["pairs"]["first"][number];

export function usePairKinds({ workspace, view }: TrafficProps) {
  return useQuery(
    useTRPC().traffic.pairs.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
}

/** Lists pairs of agents by kind of handoff, each with a link to its page. */
export function PairKindsPanel({
  workspace,
  view,
  title,
  filter,
}: TrafficProps & { title: string; filter?: (pair: KindOfPair) => boolean }) {
  return (
    <ListPanel
      title={title}
      noun="row"
      query={usePairKinds({ workspace, view })}
      columns={COLUMNS}
      keyOf={({ kind, fromAgent, toAgent }) => JSON.stringify([kind, fromAgent, toAgent])}
      hrefOf={({ fromAgent, toAgent }) => subjectAddress(workspace, "pairs", fromAgent, toAgent)}
      {...(filter && { filter })}
      empty={<EmptyState title="No handoffs in this period">Choose a longer period.</EmptyState>}
    />
  );
}

const COLUMNS: readonly Column<KindOfPair>[] = [
  {
    id: "pair",
    header: "Pair",
    cell: ({ fromAgent, toAgent }) => <FromTo from={fromAgent} to={toAgent} />,
    sortBy: ({ fromAgent, toAgent }) => `${fromAgent} ${toAgent}`,
  },
  { id: "kind", header: "Kind", cell: ({ kind }) => <KindBadge kind={kind} />, sortBy: ({ kind }) => kind },
  numberColumn("handoffs", "Handoffs", ({ handoffCount }) => handoffCount),
  {
    id: "before",
    header: "Original",
    isNumeric: true,
    isSecondary: true,
    cell: ({ beforeTokens }) => writeSize(beforeTokens),
    sortBy: ({ beforeTokens }) => beforeTokens ?? -1,
  },
  {
    id: "after",
    header: "Passed",
    isNumeric: true,
    cell: ({ afterTokens }) => writeSize(afterTokens),
    sortBy: ({ afterTokens }) => afterTokens ?? -1,
  },
  {
    id: "share",
    header: "Saved",
    isNumeric: true,
    isSecondary: true,
    cell: ({ savedTokens, beforeTokens }) => {
      const share = savedTokens === null ? null : shareSaved(savedTokens, beforeTokens ?? 0);
      return share === null ? <NotRecorded>–</NotRecorded> : formatPercent(share);
    },
  },
];

function writeSize(tokens: number | null) {
  return tokens === null ? <NotRecorded /> : formatCompact(tokens);
}
