"use client";

import type { CoveredPair } from "@baton/core";
import { colourOfShare } from "@baton/ui/charts/colour";
import { cn } from "@baton/ui/cn";
import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { FromTo } from "@baton/ui/primitives/from-to";
import { ShareBar } from "@baton/ui/primitives/share-bar";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { ModeBadge } from "@/handoff/handoff-badges";
import { useTRPC } from "@/trpc/client";
import { addRule } from "../editor/add-rule-dialog";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";
import { useSeen } from "../editor/use-seen";
import { describeFields } from "../rules-panel";
import { WhichRulePanel } from "../which-rule-panel";
import { type CoverageGrid, layCoverage, type Traffic } from "./coverage-grid";

/** Every pair of agents, and the rule of the draft that applies to it. */
export function CoverageView({ editor, range }: { editor: PolicyEditor; range: string }) {
  const { workspace, store } = editor;
  const tz = useTimeZone();
  const { policy } = useDraft(store);
  const { agents } = useSeen(workspace);
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
        <EmptyState title="No handoffs in this period">Choose a longer one, above.</EmptyState>
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
            <b className="text-danger">{formatCount(grid.uncovered.length)} of them without a rule</b>
          ) : (
            "all of them with a rule"
          )}
          {grid.agents.length < grid.agentCount &&
            `; the grid shows the ${grid.agents.length} busiest agents`}
        </p>
        <Key />
      </div>
      <Grid grid={grid} defaultMode={policy.default_handoff_mode} />
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
        traffic and no rule
      </li>
      <li>bar and %: share saved where enforced</li>
    </ul>
  );
}

const cellBox = "relative min-w-[148px] border-line border-r border-b px-2.5 py-[9px] align-top";
const headBox =
  "sticky left-0 z-1 border-line border-r border-b bg-surface px-3 py-2.5 text-left align-top font-medium [overflow-wrap:anywhere]";

function Grid({ grid, defaultMode }: { grid: CoverageGrid; defaultMode: string }) {
  return (
    <Panel aria-label="Coverage">
      <ScrollRegion label="Pairs of agents and their rules" className="relative">
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">
            Pairs of agents: senders in rows, receivers in columns, and the rule that applies to each pair
          </caption>
          <thead>
            <tr className="text-sm text-text-3">
              <th scope="col" className={cn(headBox, "min-w-[132px]")}>
                from \ to
              </th>
              {grid.agents.map((agent) => (
                <th
                  key={agent}
                  scope="col"
                  className="border-line border-r border-b px-2.5 py-2 text-left font-medium"
                >
                  {agent}
                </th>
              ))}
              <th
                scope="col"
                className="whitespace-nowrap border-line border-b px-3 py-2 text-right font-medium"
              >
                Handed on
              </th>
            </tr>
          </thead>
          <tbody>
            {grid.rows.map(({ agent, cells, handedOn }) => (
              <tr key={agent}>
                <th scope="row" className={headBox}>
                  {agent}
                </th>
                {cells.map((cell, index) =>
                  cell === null ? (
                    <td key={grid.agents[index]} className={cn(cellBox, "bg-hatch")}>
                      <span className="sr-only">the same agent</span>
                    </td>
                  ) : (
                    <PairCell key={cell.pair.to} cell={cell} defaultMode={defaultMode} />
                  ),
                )}
                <td className="border-line border-b px-3 py-2.5 text-right font-semibold">
                  {formatCount(handedOn)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <td className="sticky left-0 z-1 bg-surface px-3 py-2">Received</td>
              {grid.received.map((count, index) => (
                <td key={grid.agents[index]} className="px-2.5 py-2">
                  {formatCount(count)}
                </td>
              ))}
              <td className="px-3 py-2 text-right">{formatCount(grid.handoffs)}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

function PairCell({
  cell: { pair, match, isUncovered },
  defaultMode,
}: {
  cell: CoveredPair<Traffic>;
  defaultMode: string;
}) {
  if (pair.handoffs === 0) {
    return (
      <td className={cn(cellBox, match.rule ? "bg-surface" : "bg-surface-3")}>
        <span className="block truncate text-sm text-text-2">
          {match.ruleId ?? `default: ${defaultMode}`}
        </span>
        <span className="block text-sm text-text-3">no traffic</span>
      </td>
    );
  }
  const share = pair.beforeTokens > 0 ? pair.savedTokens / pair.beforeTokens : 0;
  return (
    <td className={cn(cellBox, isUncovered && "bg-danger-soft shadow-[inset_0_0_0_1px_var(--danger)]")}>
      <span className="flex items-center justify-between gap-2">
        {isUncovered ? (
          <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
            no rule
          </Badge>
        ) : (
          <ModeBadge mode={match.mode} isDefault={false} />
        )}
        <span className="whitespace-nowrap font-medium" title={formatCountOf(pair.handoffs, "handoff")}>
          {formatCompact(pair.handoffs)}
        </span>
      </span>
      <code
        className="mt-1 block max-w-[172px] truncate text-xs text-text-2"
        title={match.ruleId ?? undefined}
      >
        {match.ruleId ?? `default: ${match.mode}`}
      </code>
      <span className="flex justify-between gap-2 text-sm text-text-2">
        <span className="whitespace-nowrap">
          {describeFields(match.rule ?? { handoff_mode: match.mode, blocked_context_fields: [] })}
        </span>
        <span className="whitespace-nowrap">{formatPercent(share)}</span>
      </span>
      <ShareBar parts={[{ share, colour: colourOfShare(share) }]} />
    </td>
  );
}

/** Pairs listed at once. */
const FEW_PAIRS = 8;

function UncoveredPanel({ editor, grid }: { editor: PolicyEditor; grid: CoverageGrid }) {
  const router = useRouter();
  const { uncovered } = grid;
  const handoffs = uncovered.reduce((sum, { pair }) => sum + pair.handoffs, 0);
  const add = (from: string, to: string) => {
    addRule(editor, from, to);
    router.push(addressOf(editor.workspace, "policies"));
  };
  return (
    <Panel aria-label="Traffic and no rule">
      <PanelHead
        title={
          uncovered.length === 0
            ? "Every pair with traffic has a rule"
            : `${uncovered.length === 1 ? "1 pair has" : `${uncovered.length} pairs have`} traffic and no rule`
        }
      />
      <PanelBody className="flex flex-col gap-3">
        <p className="text-text-2">
          {uncovered.length === 0
            ? "No handoff of the period went by the default."
            : `${formatCountOf(handoffs, "handoff")} (${formatPercent(handoffs / Math.max(1, grid.handoffs))}) went by the default. It blocks what is blocked everywhere and nothing more, so a field that other rules block can come back this way.`}
        </p>
        <ul className="flex flex-col gap-2 empty:hidden">
          {uncovered.slice(0, FEW_PAIRS).map(({ pair }) => (
            <li key={`${pair.from} ${pair.to}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <FromTo from={pair.from} to={pair.to} />
              <span className="text-text-3">{formatCountOf(pair.handoffs, "handoff")}</span>
              {editor.may.edit && (
                <Button
                  size="sm"
                  className="ml-auto"
                  aria-label={`Add a rule for ${pair.from} to ${pair.to}`}
                  onClick={() => add(pair.from, pair.to)}
                >
                  <Plus className="size-3.5" aria-hidden />
                  Add a rule
                </Button>
              )}
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
