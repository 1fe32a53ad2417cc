"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { useQuery } from "@tanstack/react-query";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { MOST_PAIRS, PairsPanel } from "./pairs-panel";
import { sessionsAddress } from "./sessions-address";

type Delegation = RouterOutputs["overview"]["delegations"][number];

/**
 * Shows the context sizes of callers and the part subagents
 * receive. Delegations are not savings.
 */
export function DelegationPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const { range, tz } = view;
  const query = useQuery(
    useTRPC().overview.delegations.queryOptions(
      { workspace, range, tz },
      { placeholderData: (last) => last },
    ),
  );
  const delegations = query.data ?? [];
  const pairs = delegations.filter(hasSizes).map((delegation) => ({
    key: `${delegation.kind} ${delegation.fromAgent} ${delegation.toAgent}`,
    label: `${isolateName(delegation.fromAgent)} → ${isolateName(delegation.toAgent)}`,
    before: delegation.meanBeforeTokens,
    after: delegation.meanAfterTokens,
    href: sessionsAddress(workspace, { range, tz, from: delegation.fromAgent, to: delegation.toAgent }),
  }));
  const count = delegations.reduce((sum, { count: each }) => sum + each, 0);
  return (
    <PairsPanel
      title="Delegation"
      note={
        pairs.length > MOST_PAIRS
          ? `average tokens, ${MOST_PAIRS} of ${pairs.length} pairs`
          : "average tokens: sender’s context → passed context"
      }
      query={query}
      pairs={pairs}
      colour="c2"
      hasChange={false}
      empty={
        <EmptyState title="No subagent calls in this period">
          Subagent calls and returns come from Claude Code transcripts.
        </EmptyState>
      }
      foot={
        <>
          {count > 0 && `${formatCountOf(count, "call or return", "calls and returns")}. `}
          Delegations do not count as savings: the caller keeps its full context.
        </>
      }
    />
  );
}

type Measured = Delegation & { meanBeforeTokens: number; meanAfterTokens: number };

function hasSizes(delegation: Delegation): delegation is Measured {
  return delegation.meanBeforeTokens !== null && delegation.meanAfterTokens !== null;
}
