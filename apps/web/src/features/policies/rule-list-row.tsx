"use client";

import type { Policy } from "@baton/core";
import { isObserved } from "@baton/core/policy";
import { shareSaved } from "@baton/server/savings";
import { formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Meter } from "@baton/ui/primitives/meter";
import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, memo } from "react";
import { MODE_LEVELS } from "@/features/sessions/handoff/handoff-badges";
import { describeFields } from "./mode-words";
import { ObservedBadge } from "./observed-badge";
import { RuleExpiry } from "./rule-expiry";
import type { RuleMarks, RuleRow } from "./rule-rows";

type RuleListRowProps = {
  row: RuleRow;
  policy: Policy;
  marks: RuleMarks;
  hasTraffic: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  href: string | null;
  onSelect: ((row: RuleRow) => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Shows a rule on two lines: its agents and marks, its fields, ID and traffic. */
export const RuleListRow = memo(function RuleListRow(props: RuleListRowProps) {
  const { row, policy, marks, hasTraffic, isSelected, isTabStop, href, onSelect, onKeyDown } = props;
  const { order, rule, ruleId } = row;
  const mode = rule ? rule.handoff_mode : ruleId === "" ? policy.default_handoff_mode : null;
  const content = (
    <>
      <span className="flex items-center gap-2">
        <span className="w-6 flex-none text-right text-sm text-text-3">{order}</span>
        <span className="min-w-0 flex-1 truncate">
          {rule ? (
            <FromTo from={rule.from_agent_id} to={rule.to_agent_id} className="max-sm:whitespace-nowrap" />
          ) : ruleId === "" ? (
            "No rule, any other pair"
          ) : (
            "Not in this version"
          )}
        </span>
        {rule && isObserved(rule) && <ObservedBadge />}
        {marks.change && <Badge tone="accent">{marks.change}</Badge>}
        {marks.findings > 0 && (
          <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
            <span className="sr-only">{formatCountOf(marks.findings, "finding")}</span>
            <span aria-hidden>{formatCount(marks.findings)}</span>
          </Badge>
        )}
        {mode && (
          <span title={`Mode: ${mode}`} className="flex-none text-text-3">
            <Meter filled={MODE_LEVELS[mode]} />
            <span className="sr-only">, mode {mode}</span>
          </span>
        )}
      </span>
      <span className="flex items-center gap-2 pl-8 text-sm text-text-3">
        <span className="min-w-0 flex-1 truncate" title={ruleId}>
          {rule && <RuleExpiry rule={rule} />}
          {rule ? `${describeFields(rule)} · ` : ""}
          <code>{ruleId}</code>
        </span>
        {hasTraffic && <span className="flex-none">{describeSavings(row)}</span>}
      </span>
    </>
  );
  const look =
    "flex h-full flex-col justify-center gap-0.5 border-line border-b px-3 text-text focus-visible:-outline-offset-2";
  if (href === null) return <div className={look}>{content}</div>;
  return (
    <Anchor
      href={href}
      aria-current={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      draggable={false}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (!onSelect || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onSelect(row);
      }}
      className={`${look} hover:bg-surface-2 aria-[current=true]:bg-surface-2 aria-[current=true]:shadow-[inset_2px_0_0_var(--accent)]`}
    >
      {content}
    </Anchor>
  );
});

function describeSavings({ handoffCount, savedTokens, beforeTokens }: RuleRow): string {
  const share = shareSaved(savedTokens, beforeTokens);
  const count = formatCountOf(handoffCount, "handoff");
  return share === null ? count : `${count} · ${formatPercent(share)}`;
}
