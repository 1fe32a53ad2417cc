"use client";

import { cn } from "@baton/ui/cn";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useQuery } from "@tanstack/react-query";
import { Download, Search } from "lucide-react";
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { QueryError } from "@/frame/query-error";
import { saveFile } from "@/frame/save-file";
import { useTimeZone } from "@/frame/time-zone";
import { TYPING_PAUSE_MILLISECONDS } from "@/frame/use-settled";
import { useTRPC } from "@/trpc/client";
import { useObserved } from "../editor/use-observed";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { WhichRulePanel } from "../which-rule-panel";
import { writeCoverageCsv } from "./coverage-csv";
import { COVERAGE_ORDERS, type CoverageOrder, layCoverage } from "./coverage-grid";
import { CoverageTable } from "./coverage-table";
import { UncoveredPanel } from "./uncovered-panel";

const ORDER_LABELS: Record<CoverageOrder, string> = {
  flow: "Senders first",
  name: "Name",
  handoffs: "Most handoffs",
  gaps: "Most without a rule",
};

/** The shown part of the grid, in the address. */
const coverageParams = {
  find: parseAsString.withDefault(""),
  order: parseAsStringLiteral(COVERAGE_ORDERS).withDefault("flow"),
};

/** Shows every pair of agents with the draft's rule that applies to it. */
export function CoverageView({ editor, range }: { editor: PolicyEditor; range: string }) {
  const { workspace, store } = editor;
  const tz = useTimeZone();
  const { policy } = useDraftAtRest(store);
  const { agents } = useObserved(workspace);
  const query = useQuery(
    useTRPC().policies.seen.pairs.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const [{ find, order }, setView] = useQueryStates(coverageParams);
  const grid = useMemo(
    () => query.data && layCoverage(policy, query.data, Date.now(), { find, order }),
    [policy, query.data, find, order],
  );
  if (query.isError && !query.data) return <QueryError title="The pairs could not be loaded" query={query} />;
  if (!grid) {
    return (
      <Panel aria-label="Coverage">
        <TableSkeleton rows={6} />
      </Panel>
    );
  }
  if (query.data?.length === 0) {
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
          {formatCountOf(grid.pairCount, "pair")} of {formatCountOf(grid.agentCount, "agent")} with handoffs,
          enforced or observed,{" "}
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
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Find agents in the grid"
          placeholder="Agent"
          className="w-48 max-sm:w-full"
          leading={<Search aria-hidden />}
          defaultValue={find}
          onChange={(event) =>
            setView({ find: event.target.value }, { limitUrlUpdates: debounce(TYPING_PAUSE_MILLISECONDS) })
          }
        />
        <SegmentedControl
          label="Order of agents"
          options={COVERAGE_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
          value={order}
          onValueChange={(value) => setView({ order: value })}
        />
        <Button
          size="sm"
          onClick={() =>
            saveFile("coverage.csv", "text/csv", writeCoverageCsv(policy, query.data ?? [], Date.now()))
          }
        >
          <Download className="size-3.5" aria-hidden />
          CSV
        </Button>
      </div>
      {grid.pairCount === 0 ? (
        <EmptyState
          title="No agents match"
          actions={<Button onClick={() => setView({ find: null })}>Show all agents</Button>}
        >
          No agent with handoffs has “{find}” in its name.
        </EmptyState>
      ) : (
        <CoverageTable grid={grid} defaultMode={policy.default_handoff_mode} />
      )}
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
