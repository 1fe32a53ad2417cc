"use client";

import { cn } from "@baton/ui/cn";
import { formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { useObserved } from "../editor/use-observed";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";
import { WhichRulePanel } from "../which-rule-panel";
import { layCoverage } from "./coverage-grid";
import { CoverageTable } from "./coverage-table";
import { UncoveredPanel } from "./uncovered-panel";

/** Shows every pair of agents with the draft's rule that applies to it. */
export function CoverageView({ editor, range }: { editor: PolicyEditor; range: string }) {
  const { workspace, store } = editor;
  const tz = useTimeZone();
  const { policy } = useDraft(store);
  const { agents } = useObserved(workspace);
  const query = useQuery(
    useTRPC().policies.seen.pairs.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const grid = useMemo(() => query.data && layCoverage(policy, query.data, Date.now()), [policy, query.data]);
  if (query.isError && !query.data) return <QueryError title="The pairs could not be loaded" query={query} />;
  if (!grid) {
    return (
      <Panel aria-label="Coverage">
        <TableSkeleton rows={6} />
      </Panel>
    );
  }
  if (grid.pairCount === 0) {
    return (
      <Panel aria-label="Coverage" className="pb-4">
        <EmptyState title="No handoffs in this period">Select a longer period above.</EmptyState>
      </Panel>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="text-text-2">
          {formatCount(grid.pairCount)} pairs of {formatCount(grid.agentCount)} agents with handoffs, enforced
          or observed,{" "}
          {grid.uncovered.length > 0 ? (
            <b className="text-danger">{formatCount(grid.uncovered.length)} without a rule</b>
          ) : (
            "all with a rule"
          )}
          {grid.agents.length < grid.agentCount &&
            `; the grid shows the ${grid.agents.length} busiest agents`}
        </p>
        <Key />
      </div>
      <CoverageTable grid={grid} defaultMode={policy.default_handoff_mode} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <WhichRulePanel policy={policy} agents={agents ?? []} />
        <UncoveredPanel editor={editor} grid={grid} />
      </div>
    </>
  );
}

function Key() {
  const box = "inline-block h-2.5 w-3.5 rounded-[2px] border align-[-1px] mr-1.5";
  return (
    <ul className="ml-auto flex flex-wrap gap-x-4 text-sm text-text-2 max-sm:ml-0">
      <li>
        <span className={cn(box, "border-line-strong bg-surface")} />
        rule applies
      </li>
      <li>
        <span className={cn(box, "border-line-2 bg-surface-3")} />
        only the default, no traffic
      </li>
      <li>
        <span className={cn(box, "border-danger bg-danger-soft")} />
        traffic without a rule
      </li>
      <li>bar and %: share saved where enforced</li>
    </ul>
  );
}
