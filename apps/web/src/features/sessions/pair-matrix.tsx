"use client";

import { cn } from "@baton/ui/cn";
import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import { Name } from "@baton/ui/primitives/name";
import { type KeyboardEvent, useMemo } from "react";
import type { NumberedHandoff } from "./select-handoffs";
import { summarizePairs } from "./summarize-pairs";

/** More rows and columns cannot be compared, and draw slowly. */
const MAX_AGENTS = 60;
const MAX_HEIGHT = 560;
/** Share of the accent color in the cell of the busiest pair, so that its number stays readable. */
const STRONGEST = 0.4;

interface PairMatrixPanelProps {
  handoffs: readonly NumberedHandoff[];
  violating: ReadonlySet<string>;
  leaking: ReadonlySet<string>;
  /** The pair whose handoffs are listed. */
  pair: { from: string | null; to: string | null };
  onPairChange: (pair: { from: string | null; to: string | null }) => void;
}

/** Shows a session of many agents: senders in rows, receivers in columns, and the handoffs of each pair. */
export function PairMatrixPanel({ handoffs, violating, leaking, pair, onPairChange }: PairMatrixPanelProps) {
  const matrix = useMemo(
    () => summarizePairs(handoffs, (id) => violating.has(id) || leaking.has(id), MAX_AGENTS),
    [handoffs, violating, leaking],
  );
  const { senders, receivers, cells, most } = matrix;
  const choose = (from: string | null, to: string | null) =>
    onPairChange(pair.from === from && pair.to === to ? { from: null, to: null } : { from, to });
  const [first] = senders;
  const entry = first === undefined ? undefined : receivers.find((to) => cells.get(first)?.has(to));
  return (
    <Panel aria-label="Pairs of agents">
      <PanelHead title="Pairs of agents" note="handoffs from row to column; choose a pair to list them" />
      <ScrollRegion label="Matrix of senders and receivers" maxHeight={MAX_HEIGHT}>
        <table className="border-separate border-spacing-0 text-xs" onKeyDown={moveFocus}>
          <caption className="sr-only">Handoffs by sender, in rows, and receiver, in columns</caption>
          <thead>
            <tr>
              <th className="sticky top-0 left-0 z-2 bg-surface px-2 text-left align-bottom font-medium text-text-3">
                from \ to
              </th>
              {receivers.map((to) => (
                <th
                  key={to}
                  scope="col"
                  className="sticky top-0 z-1 min-w-6 border-line border-b bg-surface px-0 pb-1 align-bottom"
                >
                  <button
                    type="button"
                    aria-pressed={pair.to === to && pair.from === null}
                    tabIndex={-1}
                    className="mx-auto max-h-36 max-w-4 overflow-hidden text-ellipsis whitespace-nowrap font-medium text-text-2 [writing-mode:sideways-lr] hover:text-accent aria-pressed:text-accent"
                    onClick={() => choose(null, to)}
                  >
                    <Name>{to}</Name>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {senders.map((from) => (
              <tr key={from}>
                <th
                  scope="row"
                  className="sticky left-0 z-1 max-w-48 border-line border-r bg-surface px-2 py-0 text-left font-medium text-text-2"
                >
                  <button
                    type="button"
                    aria-pressed={pair.from === from && pair.to === null}
                    tabIndex={-1}
                    className="max-w-full truncate align-middle hover:text-accent aria-pressed:text-accent"
                    onClick={() => choose(from, null)}
                  >
                    <Name>{from}</Name>
                  </button>
                </th>
                {receivers.map((to) => {
                  const cell = cells.get(from)?.get(to);
                  if (!cell) return <td key={to} className="h-6 border-line border-r border-b" />;
                  const description = `${isolateName(from)} to ${isolateName(to)}, ${formatCountOf(cell.handoffs, "handoff")}${cell.tokens === null ? "" : `, ${formatCompact(cell.tokens)} tokens`}${cell.problems > 0 ? `, ${formatCountOf(cell.problems, "problem")}` : ""}`;
                  const share = Math.round(STRONGEST * Math.sqrt(cell.handoffs / most) * 100);
                  return (
                    <td key={to} className="border-line border-r border-b p-0">
                      <button
                        type="button"
                        data-column={to}
                        title={description}
                        aria-label={description}
                        aria-pressed={pair.from === from && pair.to === to}
                        tabIndex={from === first && to === entry ? 0 : -1}
                        style={{
                          background: `color-mix(in srgb, var(--accent) ${share}%, var(--surface))`,
                        }}
                        className={cn(
                          "block h-6 w-full min-w-6 px-0.5 text-center tabular-nums focus-visible:-outline-offset-2 aria-pressed:shadow-[inset_0_0_0_2px_var(--accent)]",
                          cell.problems > 0 &&
                            "font-semibold text-danger shadow-[inset_0_0_0_2px_var(--danger)]",
                        )}
                        onClick={() => choose(from, to)}
                      >
                        {formatCompact(cell.handoffs)}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <PanelFoot>
        {senders.length < matrix.senderCount || receivers.length < matrix.receiverCount
          ? `The busiest ${senders.length} of ${matrix.senderCount} senders and ${receivers.length} of ${matrix.receiverCount} receivers. `
          : ""}
        A stronger color: more handoffs. A red edge: leaks or policy violations. Arrow keys move between
        pairs.
      </PanelFoot>
    </Panel>
  );
}

/** Moves the focus to the next pair in the direction of an arrow key. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const steps: Record<string, { by: 1 | -1; inColumn: boolean }> = {
    ArrowLeft: { by: -1, inColumn: false },
    ArrowRight: { by: 1, inColumn: false },
    ArrowUp: { by: -1, inColumn: true },
    ArrowDown: { by: 1, inColumn: true },
  };
  const step = steps[event.key];
  const { target } = event;
  if (!step || !(target instanceof HTMLElement) || target.dataset.column === undefined) return;
  event.preventDefault();
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-column]")].filter(
    ({ dataset }) => !step.inColumn || dataset.column === target.dataset.column,
  );
  cells[cells.indexOf(target) + step.by]?.focus();
}
