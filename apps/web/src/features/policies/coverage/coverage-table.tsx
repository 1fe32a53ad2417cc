import type { CoveredPair } from "@baton/server/policy";
import { shareOf } from "@baton/server/savings";
import { colourOfShare } from "@baton/ui/charts/colour";
import { cn } from "@baton/ui/cn";
import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { Panel } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import { Badge } from "@baton/ui/primitives/badge";
import { ShareBar } from "@baton/ui/primitives/share-bar";
import { CircleAlert } from "lucide-react";
import { ModeBadge } from "@/features/sessions/handoff/handoff-badges";
import { PairLink, SubjectLink } from "@/features/traffic/subject-link";
import { describeFields } from "../mode-words";
import type { CoverageGrid, Traffic } from "./coverage-grid";

const cellBox = "relative min-w-[148px] border-line border-r border-b px-2.5 py-[9px] align-top";
const headBox =
  "sticky left-0 z-1 border-line border-r border-b bg-surface px-3 py-2.5 text-left align-top font-medium [overflow-wrap:anywhere]";

const smallBox = "min-w-8 border-line border-r border-b p-0 text-center text-xs";

/** Height in pixels above which rows scroll under the names of the receivers. */
const MAX_HEIGHT = 720;
/** More agents have cells with only the number of handoffs. */
const DETAILED_AGENTS = 12;

/** Shows senders in rows and receivers in columns: the rule for each pair, and its handoffs of the period. */
export function CoverageTable({ grid, defaultMode }: { grid: CoverageGrid; defaultMode: string }) {
  const isCompact = grid.agents.length > DETAILED_AGENTS;
  return (
    <Panel aria-label="Coverage">
      <ScrollRegion label="Pairs of agents and their rules" className="relative" maxHeight={MAX_HEIGHT}>
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">
            Pairs of agents: senders in rows, receivers in columns, and the rule that applies to each pair
          </caption>
          <thead>
            <tr className="text-sm text-text-3">
              <th scope="col" className={cn(headBox, "top-0 z-2 min-w-[132px]")}>
                from \ to
              </th>
              {grid.agents.map((agent) => (
                <th
                  key={agent}
                  scope="col"
                  className={cn(
                    "sticky top-0 z-1 border-line border-r border-b bg-surface text-left font-medium",
                    isCompact ? "max-w-8 px-1 py-2 align-bottom" : "px-2.5 py-2",
                  )}
                >
                  <span
                    className={
                      isCompact
                        ? "mx-auto block max-h-40 overflow-hidden text-ellipsis [writing-mode:sideways-lr]"
                        : undefined
                    }
                  >
                    <SubjectLink kind="agents" name={agent} />
                  </span>
                </th>
              ))}
              <th
                scope="col"
                className="sticky top-0 z-1 whitespace-nowrap border-line border-b bg-surface px-3 py-2 text-right align-bottom font-medium"
              >
                Passed
              </th>
            </tr>
          </thead>
          <tbody>
            {grid.rows.map(({ agent, cells, handedOn }) => (
              <tr key={agent}>
                <th scope="row" className={headBox}>
                  <SubjectLink kind="agents" name={agent} />
                </th>
                {cells.map((cell, index) =>
                  cell === null ? (
                    <td key={grid.agents[index]} className={cn(isCompact ? smallBox : cellBox, "bg-hatch")}>
                      <span className="sr-only">the same agent</span>
                    </td>
                  ) : isCompact ? (
                    <SmallCell key={cell.pair.to} cell={cell} />
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
                <td key={grid.agents[index]} className={isCompact ? "px-1 py-2 text-xs" : "px-2.5 py-2"}>
                  {isCompact ? formatCompact(count) : formatCount(count)}
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

/** Shows only the number of handoffs of a pair, and whether a rule applies. */
function SmallCell({ cell: { pair, match, isUncovered } }: { cell: CoveredPair<Traffic> }) {
  const rule = match.ruleId ?? "no rule";
  if (pair.handoffs === 0) return <td className={cn(smallBox, !match.rule && "bg-surface-3")} />;
  return (
    <td className={cn(smallBox, isUncovered && "bg-danger-soft shadow-[inset_0_0_0_1px_var(--danger)]")}>
      <PairLink from={pair.from} to={pair.to} title={`${formatCountOf(pair.handoffs, "handoff")}, ${rule}`}>
        {formatCompact(pair.handoffs)}
      </PairLink>
    </td>
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
  const share = shareOf(pair) ?? 0;
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
        <PairLink from={pair.from} to={pair.to} title={formatCountOf(pair.handoffs, "handoff")}>
          {formatCompact(pair.handoffs)}
        </PairLink>
      </span>
      <code
        className="mt-1 block max-w-[172px] truncate text-xs text-text-2"
        title={match.ruleId ?? undefined}
      >
        {match.ruleId === null ? `default: ${match.mode}` : <SubjectLink kind="rules" name={match.ruleId} />}
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
