"use client";

import { shareSaved } from "@baton/server/savings";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCompact, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { NoRuleBadge } from "@/features/sessions/handoff/handoff-badges";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel } from "./list-panel";
import { numberColumn } from "./number-column";
import { subjectAddress } from "./subject";
import type { TrafficProps } from "./traffic-view";

type RuleTraffic = RouterOutputs["traffic"]["rules"]["first"][number];

/** Lists the rules that applied, each with its traffic and a link to its page. */
export function RuleTrafficPanel({ workspace, view, title = "Rules" }: TrafficProps & { title?: string }) {
  const query = useQuery(
    useTRPC().traffic.rules.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  return (
    <ListPanel
      title={title}
      noun="rule"
      note="enforced handoffs"
      query={query}
      columns={COLUMNS}
      keyOf={({ ruleId }) => ruleId}
      hrefOf={({ ruleId }) => (ruleId === "" ? undefined : subjectAddress(workspace, "rules", ruleId))}
      empty={
        <EmptyState title="No rule applied in this period">Rules apply to context handoffs only.</EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<RuleTraffic>[] = [
  {
    id: "rule",
    header: "Rule",
    cell: ({ ruleId }) => (ruleId === "" ? <NoRuleBadge /> : <Name isCode>{ruleId}</Name>),
    sortBy: ({ ruleId }) => ruleId,
  },
  numberColumn("handoffs", "Handoffs", ({ handoffCount }) => handoffCount),
  numberColumn("before", "Original", ({ beforeTokens }) => beforeTokens, {
    format: formatCompact,
    isSecondary: true,
  }),
  {
    id: "saved",
    header: "Saved, net",
    isNumeric: true,
    cell: (rule) => formatCompact(netOf(rule)),
    sortBy: netOf,
  },
  {
    id: "share",
    header: "Share",
    isNumeric: true,
    cell: (rule) => {
      const share = shareSaved(netOf(rule), rule.beforeTokens);
      return share === null ? "–" : formatPercent(share);
    },
  },
];

function netOf({ savedTokens, summarizerTokens }: RuleTraffic): number {
  return savedTokens - summarizerTokens;
}
