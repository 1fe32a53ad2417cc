import { compilePolicy } from "@baton/core";
import { escapeKey } from "@baton/core/internal";
import { type HandoffRule, matchRule } from "@baton/core/policy";
import { chooseField, type FieldNode, findOutcomes, growFieldTree } from "../rule/field-tree";
import type { DraftContent } from "./draft-content";
import { changeRule, insertRule, rulesOf, suggestRuleId } from "./policy-section";
import { parseContent } from "./read-policy";

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** A changed content and the rule that has the change. */
interface Decided {
  content: DraftContent;
  ruleId: string;
}

/**
 * Returns the content with a field blocked for a pair, and nothing else changed: in the rule of the pair, or in
 * a new rule with the terms that applied to the pair before; and the ID of that rule.
 *
 * @param field its name, at any depth.
 * @param now milliseconds since 1970; expired rules do not apply.
 * @returns null if the rule of the pair blocks the field already, or the content is not a valid policy.
 */
export function blockField(
  content: DraftContent,
  { from, to, field }: Pair & { readonly field: string },
  now: number,
): Decided | null {
  const pattern = escapeKey(field);
  return changePair(content, { from, to }, now, ({ blocked_context_fields: blocked }) =>
    blocked.includes(pattern) ? null : { blocked_context_fields: [...blocked, pattern] },
  );
}

/**
 * Returns the content with a field of the sender's output blocked or allowed for a pair.
 *
 * @param path as outlines name it: `fraud_agent.details.region`.
 * @param seen the paths of the handoff: other fields of a container keep their outcome.
 * @returns null if the field has that outcome already, or if the rule of the pair cannot give it: its mode drops
 * the field, or another list blocks it.
 */
export function decideField(
  content: DraftContent,
  {
    from,
    to,
    path,
    seen,
    choice,
  }: Pair & { path: string; seen: readonly string[]; choice: "pass" | "block" },
  now: number,
): Decided | null {
  const tree = growFieldTree(
    seen.map((each) => ({ path: each, handoffs: 1 })),
    from,
  );
  const node = findNode(tree, path);
  if (!node) return null;
  const hasOutcome = (changed: DraftContent) => {
    const parsed = parseContent(changed);
    const outcome = parsed && findOutcomes(parsed.policy, { from, to }, [path], now).get(path);
    return choice === "block" ? outcome?.isBlocked === true : outcome?.cause === null;
  };
  if (hasOutcome(content)) return null;
  const decided = changePair(content, { from, to }, now, (rule) => chooseField(rule, tree, node, choice));
  return decided && hasOutcome(decided.content) ? decided : null;
}

function findNode(nodes: readonly FieldNode[], path: string): FieldNode | null {
  for (const node of nodes) {
    if (node.leaves.length === 1 && node.leaves[0] === path && node.children.length === 0) return node;
    const found = node.leaves.includes(path) ? findNode(node.children, path) : null;
    if (found) return found;
  }
  return null;
}

/** Changes the rule of a pair, or a new one with the terms that applied to the pair before. */
function changePair(
  content: DraftContent,
  { from, to }: Pair,
  now: number,
  change: (rule: HandoffRule) => Partial<HandoffRule> | null,
): Decided | null {
  const parsed = parseContent(content);
  if (!parsed) return null;
  const { agent_handoff_rules: rules, default_handoff_mode: mode } = parsed.policy;
  const { index } = compilePolicy(parsed);
  const applied = index && matchRule(index, from, to, { now }).rule;
  const position = applied ? rules.findIndex(({ rule_id }) => rule_id === applied.rule_id) : -1;
  const { section } = content;
  const ids = rules.map((rule) => rule.rule_id);
  if (applied && position >= 0) {
    const changes = change(applied);
    if (!changes) return null;
    if (applied.from_agent_id === from && applied.to_agent_id === to) {
      const changed = changeRule(section, position, changes);
      return { content: { ...content, section: changed }, ruleId: applied.rule_id };
    }
    const rule = {
      ...rulesOf(section)[position],
      rule_id: suggestRuleId(from, to, ids),
      from_agent_id: from,
      to_agent_id: to,
      ...changes,
    };
    return { content: { ...content, section: insertRule(section, position, rule) }, ruleId: rule.rule_id };
  }
  const blank: HandoffRule = {
    rule_id: suggestRuleId(from, to, ids),
    from_agent_id: from,
    to_agent_id: to,
    handoff_mode: mode,
    blocked_context_fields: [],
    audit_enabled: true,
  };
  const changes = change(blank);
  if (!changes) return null;
  const { audit_enabled: _default, ...rule } = { ...blank, ...changes };
  return { content: { ...content, section: insertRule(section, rules.length, rule) }, ruleId: rule.rule_id };
}
