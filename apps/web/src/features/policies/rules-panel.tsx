"use client";

import type { Policy } from "@baton/core";
import type { HandoffRule } from "@baton/core/policy";
import { shareSaved } from "@baton/server/savings";
import { colourOfShare } from "@baton/ui/charts/colour";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { ShareBar } from "@baton/ui/primitives/share-bar";
import { TriangleAlert } from "lucide-react";
import { ModeBadge, NoRuleBadge } from "@/features/sessions/handoff/handoff-badges";
import { SPECIFICITY_WORDS } from "@/features/sessions/handoff/match-panel";
import { type Move, moveColumn } from "./move-column";
import { changeOf } from "./rule-change";
import type { RuleRow } from "./rule-rows";

/** Additions of a draft's table: changes, lint findings, and reordering. */
export type RulesEditing = {
  live: Policy | null;
  /** Number of findings by the rule's position in the document. */
  findingCounts: ReadonlyMap<number, number>;
  onMove: (position: number, to: number) => void;
};

export type RulesPanelProps = {
  policy: Policy;
  rows: readonly RuleRow[];
  /** Period of the traffic ("24 Oct to 22 Nov 2026"); null for a table without traffic. */
  period: string | null;
  selectedKey: string | null;
  onSelect?: (row: RuleRow) => void;
  editing?: RulesEditing;
};

/** Shows the rules by priority, each with its passed and saved tokens. */
export function RulesPanel({ policy, rows, period, selectedKey, onSelect, editing }: RulesPanelProps) {
  const hasTraffic = period !== null;
  return (
    <Panel aria-label="Rules">
      <PanelHead title="Rules" note={describeRows(period)} />
      <DataTable
        caption={`Rules, highest priority first${hasTraffic ? ", with their traffic and savings" : ""}`}
        columns={[
          ...ruleColumns(policy, hasTraffic, editing),
          ...(hasTraffic ? trafficColumns(rows) : []),
          ...(editing
            ? [
                moveColumn<RuleRow>(
                  ({ ruleId }) => ruleId,
                  (row, step) => findMove(rows, row, step),
                  editing.onMove,
                ),
              ]
            : hasTraffic
              ? [SHARE_COLUMN]
              : []),
        ]}
        rows={rows}
        keyOf={(row) => row.key}
        {...(onSelect && { onSelect })}
        selectedKey={selectedKey}
      />
    </Panel>
  );
}

/** Describes the traffic: a rule has that of its ID, for all live versions. */
function describeRows(period: string | null): string {
  const order = "highest priority first";
  return period ? `${order}. Traffic: ${period}, all versions` : order;
}

function ruleColumns(
  policy: Policy,
  hasTraffic: boolean,
  editing: RulesEditing | undefined,
): Column<RuleRow>[] {
  return [
    {
      id: "pair",
      header: "From, to",
      sum: hasTraffic ? "Handoffs in all" : undefined,
      cell: ({ order, rule, ruleId }) => (
        <span className="flex gap-3">
          <span className="w-4 flex-none text-right text-text-3">{order}</span>
          <span>
            {rule ? (
              <FromTo from={rule.from_agent_id} to={rule.to_agent_id} className="whitespace-normal" />
            ) : ruleId === "" ? (
              "No rule"
            ) : (
              "Not in this version"
            )}
          </span>
        </span>
      ),
    },
    {
      id: "rule",
      header: "Rule",
      isSecondary: true,
      cell: ({ ruleId, rule, position }) =>
        ruleId === "" ? (
          <span className="text-text-2">any other pair</span>
        ) : (
          <span className="flex flex-wrap items-center gap-1.5">
            <code className="block max-w-[28ch] truncate" title={ruleId}>
              {ruleId}
            </code>
            {editing && rule && position !== null && (
              <RuleMarks
                change={changeOf(rule, editing.live)}
                findingCount={editing.findingCounts.get(position) ?? 0}
              />
            )}
          </span>
        ),
    },
    {
      id: "specificity",
      header: "Matches by",
      isSecondary: true,
      cell: ({ specificity, handoffCount }) =>
        specificity === "default" && handoffCount > 0 ? (
          <NoRuleBadge />
        ) : (
          <span className="whitespace-nowrap text-sm text-text-2">
            {specificity && SPECIFICITY_WORDS[specificity]}
          </span>
        ),
    },
    {
      id: "mode",
      header: "Mode",
      cell: ({ rule, ruleId }) => {
        if (rule) return <ModeBadge mode={rule.handoff_mode} isDefault={false} />;
        return ruleId === "" ? <ModeBadge mode={policy.default_handoff_mode} isDefault /> : null;
      },
    },
    {
      id: "fields",
      header: "Fields",
      isSecondary: true,
      cell: ({ rule }) =>
        rule && <span className="whitespace-nowrap text-sm text-text-2">{describeFields(rule)}</span>,
    },
  ];
}

function trafficColumns(rows: readonly RuleRow[]): Column<RuleRow>[] {
  const sumOf = (figure: "handoffCount" | "beforeTokens" | "savedTokens") =>
    rows.reduce((sum, row) => sum + row[figure], 0);
  return [
    {
      id: "handoffs",
      header: "Handoffs",
      isNumeric: true,
      sum: formatCount(sumOf("handoffCount")),
      cell: ({ handoffCount }) => formatCount(handoffCount),
    },
    {
      id: "saved",
      header: "Tokens saved, net",
      isNumeric: true,
      sum: formatCompact(sumOf("savedTokens")),
      cell: ({ savedTokens }) => formatCompact(savedTokens),
    },
    {
      id: "share",
      header: "Share",
      isNumeric: true,
      className: "font-semibold",
      sum: formatShare(sumOf("savedTokens"), sumOf("beforeTokens")),
      cell: ({ savedTokens, beforeTokens }) => formatShare(savedTokens, beforeTokens),
    },
  ];
}

/** Rules of equal specificity can be reordered; a more specific rule always comes first. */
function findMove(rows: readonly RuleRow[], row: RuleRow, step: 1 | -1): Move | null | undefined {
  if (row.position === null) return undefined;
  const neighbour = rows[rows.indexOf(row) + step];
  const to = neighbour?.specificity === row.specificity ? neighbour.position : null;
  return to === null ? null : { from: row.position, to };
}

function RuleMarks({ change, findingCount }: { change: "new" | "edited" | null; findingCount: number }) {
  return (
    <>
      {change && <Badge tone="accent">{change}</Badge>}
      {findingCount > 0 && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
          {formatCountOf(findingCount, "finding")}
        </Badge>
      )}
    </>
  );
}

const SHARE_COLUMN: Column<RuleRow> = {
  id: "bar",
  header: <span className="sr-only">Share as a bar</span>,
  isSecondary: true,
  cell: ({ savedTokens, beforeTokens }) => {
    const share = shareSaved(savedTokens, beforeTokens);
    if (share === null) return null;
    return <ShareBar parts={[{ share, colour: colourOfShare(share) }]} />;
  },
};

function formatShare(savedTokens: number, beforeTokens: number): string {
  const share = shareSaved(savedTokens, beforeTokens);
  return share === null ? "–" : formatPercent(share);
}

/** Formats the number of fields: "4 allowed, 2 blocked". Allowed fields count only in mode scoped. */
export function describeFields({
  handoff_mode,
  allowed_context_fields: allowed,
  blocked_context_fields: blocked,
}: Pick<HandoffRule, "handoff_mode" | "allowed_context_fields" | "blocked_context_fields">) {
  const allowedWords =
    handoff_mode === "minimal"
      ? "input IDs only"
      : handoff_mode === "full" || allowed === undefined
        ? "all"
        : `${allowed.length} allowed`;
  return blocked.length > 0 ? `${allowedWords}, ${blocked.length} blocked` : allowedWords;
}
