"use client";

import { PairedSizeChart } from "@baton/ui/charts/paired-size-chart";
import { formatCompact, formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { QueryError } from "@/frame/query-error";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { sessionsAddress } from "./sessions-address";

/** Pairs that are shown, the largest. */
const MOST_SHOWN = 8;

type Delegation = RouterOutputs["overview"]["delegations"][number];

/** How large the contexts of callers are, and how much of them subagents are given: apart from savings, as it is none. */
export function DelegationPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const titleId = useId();
  const { range, tz } = view;
  const query = useQuery(
    useTRPC().overview.delegations.queryOptions(
      { workspace, range, tz },
      { placeholderData: (last) => last },
    ),
  );
  const measured = (query.data ?? []).filter(hasSizes);
  const pairs = measured.map((delegation) => ({
    key: `${delegation.kind} ${delegation.fromAgent} ${delegation.toAgent}`,
    label: `${delegation.fromAgent} → ${delegation.toAgent}`,
    before: delegation.meanBeforeTokens,
    after: delegation.meanAfterTokens,
    href: sessionsAddress(workspace, { range, tz, from: delegation.fromAgent, to: delegation.toAgent }),
  }));
  const count = (query.data ?? []).reduce((sum, { count: each }) => sum + each, 0);
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead
        title="Delegation"
        titleId={titleId}
        note={
          pairs.length > MOST_SHOWN
            ? `mean tokens, ${MOST_SHOWN} of ${pairs.length} pairs`
            : "mean tokens, the giver’s context to what was handed on"
        }
      />
      {query.isError && !query.data ? (
        <PanelBody>
          <QueryError title="Delegations could not be loaded" query={query} />
        </PanelBody>
      ) : query.isPending ? (
        <TableSkeleton rows={4} />
      ) : (
        <PanelBody>
          {pairs.length > 0 ? (
            <PairedSizeChart
              label="Delegations, mean tokens before and after"
              pairs={pairs}
              limit={MOST_SHOWN}
              colour="c2"
              formatSize={formatCompact}
              hasChange={false}
            />
          ) : (
            <EmptyState title="No subagent was called">
              Calls of subagents and their returns come from transcripts of Claude Code.
            </EmptyState>
          )}
        </PanelBody>
      )}
      <PanelFoot>
        {count > 0 && `${formatCount(count)} calls and returns. `}
        Delegation is no saving: a subagent begins with a context of its own, and the caller keeps its whole
        one.
      </PanelFoot>
    </Panel>
  );
}

type Measured = Delegation & { meanBeforeTokens: number; meanAfterTokens: number };

function hasSizes(delegation: Delegation): delegation is Measured {
  return delegation.meanBeforeTokens !== null && delegation.meanAfterTokens !== null;
}
