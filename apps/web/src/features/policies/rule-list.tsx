"use client";

import type { Policy } from "@baton/core";
import { formatCompact, formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Select } from "@baton/ui/primitives/select";
import { useVirtualizer } from "@tanstack/react-virtual";
import { TriangleAlert } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { BlockInRulesDialog } from "./editor/block-in-rules-dialog";
import { changeOf } from "./rule-change";
import { RuleListRow } from "./rule-list-row";
import { findRules, RULE_SELECTIONS, type RuleMarks, type RuleRow } from "./rule-rows";
import { useDragging } from "./use-dragging";

/** Additions of a draft's list: changes, lint findings, and reordering. */
type RulesEditing = {
  live: Policy | null;
  /** Number of findings by the rule's position in the document. */
  findingCounts: ReadonlyMap<number, number>;
  onMove: (position: number, to: number) => void;
  /** Blocks a field in the rules at these positions. */
  onBlock: (field: string, positions: readonly number[]) => void;
  /** Number of all findings, and a function to list them. */
  findings: { count: number; onShow: () => void };
};

type RuleListProps = {
  policy: Policy;
  rows: readonly RuleRow[];
  /** Period of the traffic ("24 Oct to 22 Nov 2026"); null for a list without traffic. */
  period: string | null;
  selectedKey?: string | null;
  /** Returns the address of an open rule; without it, rows are plain text. */
  hrefOf?: (row: RuleRow) => string;
  onSelect?: (row: RuleRow) => void;
  editing?: RulesEditing;
};

/** Search and filter in the address. */
const listParams = {
  q: parseAsString.withDefault(""),
  show: parseAsStringLiteral(RULE_SELECTIONS).withDefault("all"),
};

const SELECTION_WORDS = {
  all: "All rules",
  findings: "With findings",
  changed: "Changed in the draft",
  unused: "Without traffic",
} as const;

/** Height of a row in pixels: two lines. */
const ROW_HEIGHT = 52;

/** Size of the list on a server, which has no screen. */
const FIRST_VIEW = { width: 300, height: 14 * ROW_HEIGHT };

/** Lists the rules by priority, each with its traffic. Only visible rows are in the page. */
export function RuleList({
  policy,
  rows,
  period,
  selectedKey = null,
  hrefOf,
  onSelect,
  editing,
}: RuleListProps) {
  const [{ q, show }, setParams] = useQueryStates(listParams);
  const sought = useDeferredValue(q);
  const marksOf = useMemo(() => readMarks(editing), [editing]);
  const shown = useMemo(
    () => findRules(rows, { text: sought, selection: show }, marksOf),
    [rows, sought, show, marksOf],
  );
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => box.current,
    getItemKey: (index) => shown[index]?.key ?? index,
    initialRect: FIRST_VIEW,
    overscan: 6,
  });
  const selected = shown.findIndex(({ key }) => key === selectedKey);
  const drawn = virtual.getVirtualItems();
  // The open rule, unless it is scrolled out of the page.
  const tabStop = drawn.some(({ index }) => index === selected) ? selected : drawn[0]?.index;
  const drag = useDragging(editing?.onMove);
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (selected >= 0) scrollToIndex(selected, { align: "auto" });
  }, [selected, scrollToIndex]);
  const pressKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step === undefined || event.altKey ? undefined : shown[selected + step];
    if (!next || !onSelect) return;
    event.preventDefault();
    onSelect(next);
    scrollToIndex(selected + (step ?? 0), { align: "auto" });
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-current=true]")?.focus());
  };
  // Rows keep their properties, so that a selection draws two of them again, not all.
  const pressed = useRef(pressKey);
  useEffect(() => {
    pressed.current = pressKey;
  });
  const onKeyDown = useCallback((event: KeyboardEvent) => pressed.current(event), []);
  const selections = RULE_SELECTIONS.filter((each) => editing || each === "all" || each === "unused");
  return (
    <Panel aria-label="Rules" className="md:sticky md:top-14">
      <PanelHead
        title="Rules"
        hasLine
        note={period === null && "highest priority first"}
        actions={
          <Select
            aria-label="Show"
            className="w-36"
            options={selections.map((value) => ({ value, label: SELECTION_WORDS[value] }))}
            value={show}
            onValueChange={(value) =>
              void setParams({ show: RULE_SELECTIONS.find((each) => each === value) ?? null })
            }
          />
        }
      />
      <div ref={box} className="max-h-[calc(100dvh-26rem)] min-h-52 overflow-y-auto max-md:max-h-[45dvh]">
        {shown.length === 0 && (
          <p className="px-4 py-6 text-center text-text-2">
            {rows.length === 0 ? "No rule yet." : "No rule matches. Change the search or show all rules."}
          </p>
        )}
        <ul
          aria-label="Rules, highest priority first"
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {drawn.map(({ index, key, start }) => {
            const row = shown[index];
            if (!row) return null;
            return (
              <li
                key={key}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                {...drag.propsOf(row)}
              >
                <RuleListRow
                  row={row}
                  policy={policy}
                  marks={marksOf(row)}
                  hasTraffic={period !== null}
                  isSelected={row.key === selectedKey}
                  isTabStop={index === tabStop}
                  href={hrefOf && row.rule ? hrefOf(row) : null}
                  onSelect={onSelect}
                  onKeyDown={onKeyDown}
                />
              </li>
            );
          })}
        </ul>
      </div>
      <PanelFoot>
        <span>
          {describeList(shown, rows, period !== null)}
          {period !== null && `. ${period}, all versions.`}
        </span>
        {editing && shown.length < rows.length && <BlockInRules shown={shown} onBlock={editing.onBlock} />}
        {editing && editing.findings.count > 0 && (
          <Button size="sm" onClick={editing.findings.onShow}>
            <TriangleAlert className="size-3.5 text-warn" aria-hidden />
            Show {formatCountOf(editing.findings.count, "finding")}
          </Button>
        )}
      </PanelFoot>
    </Panel>
  );
}

/** Offers to block a field in the rules that the search or the filter has found. */
function BlockInRules({ shown, onBlock }: { shown: readonly RuleRow[]; onBlock: RulesEditing["onBlock"] }) {
  const positions = shown.flatMap(({ position }) => position ?? []);
  if (positions.length < 2) return null;
  return <BlockInRulesDialog count={positions.length} onBlock={(field) => onBlock(field, positions)} />;
}

function readMarks(editing: RulesEditing | undefined): (row: RuleRow) => RuleMarks {
  const known = new WeakMap<RuleRow, RuleMarks>();
  return (row) => {
    const { rule, position } = row;
    const marks = known.get(row) ?? {
      change: editing && rule ? changeOf(rule, editing.live) : null,
      findings: (position !== null && editing?.findingCounts.get(position)) || 0,
    };
    known.set(row, marks);
    return marks;
  };
}

function describeList(shown: readonly RuleRow[], rows: readonly RuleRow[], hasTraffic: boolean): string {
  const rulesOf = (some: readonly RuleRow[]) => some.filter(({ rule }) => rule !== null).length;
  const sumOf = (figure: "handoffCount" | "savedTokens") => shown.reduce((sum, row) => sum + row[figure], 0);
  const counted =
    shown.length === rows.length
      ? formatCountOf(rulesOf(rows), "rule")
      : `${formatCount(rulesOf(shown))} of ${formatCountOf(rulesOf(rows), "rule")}`;
  if (!hasTraffic) return counted;
  return `${counted} · ${formatCountOf(sumOf("handoffCount"), "handoff")} · ${formatCompact(sumOf("savedTokens"))} tokens saved, net`;
}
