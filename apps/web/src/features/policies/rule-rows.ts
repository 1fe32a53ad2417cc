import type { HandoffRule, Specificity } from "@baton/core/policy";
import { netOf } from "@baton/server/savings";
import type { RouterOutputs } from "@/server/root";
import type { RuleChangeKind } from "./rule-change";
import type { OrderedRule } from "./rule-order";

export type RuleTraffic = RouterOutputs["policies"]["traffic"]["rules"][number];

/**
 * A row of the rules table: a rule of the policy, its default, or a rule of another version that has traffic.
 */
export interface RuleRow {
  key: string;
  /** Position by priority, from 1; null if the row is not a rule of this policy. */
  order: number | null;
  /** Position in the document, from 0; null as above. */
  position: number | null;
  rule: HandoffRule | null;
  ruleId: string;
  specificity: Specificity | null;
  /** Enforced and observed. */
  handoffCount: number;
  /** Tokens of enforced handoffs only, like the savings. */
  beforeTokens: number;
  /** Net. */
  savedTokens: number;
}

/**
 * Returns the rules of a policy with their traffic, then the default, then rules with traffic that this
 * version lacks, so that the totals include all handoffs.
 * @param rules by priority.
 */
export function listRuleRows(rules: readonly OrderedRule[], traffic: readonly RuleTraffic[]): RuleRow[] {
  const trafficOf = new Map(traffic.map((each) => [each.ruleId, each]));
  // Traffic identifies a rule only by its ID: the first of duplicates gets it, because it wins.
  const isCounted = new Set<string>();
  const rows = rules.map(({ rule, position, specificity }, index): RuleRow => {
    const sums = isCounted.has(rule.rule_id) ? undefined : trafficOf.get(rule.rule_id);
    isCounted.add(rule.rule_id);
    return {
      key: `rule ${position}`,
      order: index + 1,
      position,
      rule,
      ruleId: rule.rule_id,
      specificity,
      ...metricsOf(sums),
    };
  });
  const others = traffic.filter(({ ruleId }) => ruleId !== "" && !isCounted.has(ruleId));
  return [
    ...rows,
    rowWithoutRule("", "default", trafficOf.get("")),
    ...others.map((sums) => rowWithoutRule(sums.ruleId, null, sums)),
  ];
}

function rowWithoutRule(
  ruleId: string,
  specificity: Specificity | null,
  sums: RuleTraffic | undefined,
): RuleRow {
  return {
    key: `other ${ruleId}`,
    order: null,
    position: null,
    rule: null,
    ruleId,
    specificity,
    ...metricsOf(sums),
  };
}

function metricsOf(sums: RuleTraffic | undefined) {
  return {
    handoffCount: sums ? sums.handoffCount + sums.observedCount : 0,
    beforeTokens: sums?.beforeTokens ?? 0,
    savedTokens: sums ? netOf(sums) : 0,
  };
}

/** Filters of a list of rules. */
export const RULE_SELECTIONS = ["all", "findings", "changed", "unused"] as const;

/** Marks of a rule in a draft. */
export interface RuleMarks {
  readonly change: RuleChangeKind | null;
  /** Number of its lint findings. */
  readonly findings: number;
}

/**
 * Returns the rows to show, in their order.
 *
 * @param sought.text part of an agent, a field, an ID or a description, in any case; empty for all.
 */
export function findRules(
  rows: readonly RuleRow[],
  sought: { text: string; selection: (typeof RULE_SELECTIONS)[number] },
  marksOf: (row: RuleRow) => RuleMarks,
): readonly RuleRow[] {
  const text = sought.text.trim().toLowerCase();
  if (text === "" && sought.selection === "all") return rows;
  const isSelected = {
    all: () => true,
    findings: (row: RuleRow) => marksOf(row).findings > 0,
    changed: (row: RuleRow) => marksOf(row).change !== null,
    unused: ({ rule, handoffCount }: RuleRow) => rule !== null && handoffCount === 0,
  }[sought.selection];
  return rows.filter(
    (row) => isSelected(row) && wordsOf(row).some((word) => word.toLowerCase().includes(text)),
  );
}

function wordsOf({ rule, ruleId }: RuleRow): string[] {
  if (!rule) return [ruleId];
  return [
    ruleId,
    rule.from_agent_id,
    rule.to_agent_id,
    rule.description ?? "",
    ...(rule.allowed_context_fields ?? []),
    ...rule.blocked_context_fields,
  ];
}
