import { compilePolicy } from "@baton/core";
import { escapeKey } from "@baton/core/internal";
import { matchRule } from "@baton/core/policy";
import type { DraftContent } from "./draft-content";
import { changeRule, insertRule, rulesOf, suggestRuleId } from "./policy-section";
import { parseContent } from "./read-policy";

/** A field to block in handoffs of one pair of agents. */
export interface FieldToBlock {
  readonly from: string;
  readonly to: string;
  /** The name of the field, at any depth. */
  readonly field: string;
}

/**
 * Returns the content with a field blocked for a pair, and nothing else changed: in the rule of the pair, or in
 * a new rule with the terms that applied to the pair before; and the ID of that rule.
 *
 * @param now milliseconds since 1970; expired rules do not apply.
 * @returns null if the rule of the pair blocks the field already, or the content is not a valid policy.
 */
export function blockField(
  content: DraftContent,
  { from, to, field }: FieldToBlock,
  now: number,
): { content: DraftContent; ruleId: string } | null {
  const parsed = parseContent(content);
  if (!parsed) return null;
  const { agent_handoff_rules: rules, default_handoff_mode: mode } = parsed.policy;
  const { index } = compilePolicy(parsed);
  const applied = index && matchRule(index, from, to, { now }).rule;
  const position = applied ? rules.findIndex(({ rule_id }) => rule_id === applied.rule_id) : -1;
  const pattern = escapeKey(field);
  const { section } = content;
  if (!applied || position < 0) {
    const rule_id = suggestRuleId(
      from,
      to,
      rules.map((rule) => rule.rule_id),
    );
    const rule = {
      rule_id,
      from_agent_id: from,
      to_agent_id: to,
      handoff_mode: mode,
      blocked_context_fields: [pattern],
    };
    return { content: { ...content, section: insertRule(section, rules.length, rule) }, ruleId: rule_id };
  }
  if (applied.blocked_context_fields?.includes(pattern)) return null;
  const blocked_context_fields = [...(applied.blocked_context_fields ?? []), pattern];
  if (applied.from_agent_id === from && applied.to_agent_id === to) {
    const changed = changeRule(section, position, { blocked_context_fields });
    return { content: { ...content, section: changed }, ruleId: applied.rule_id };
  }
  const rule = {
    ...rulesOf(section)[position],
    rule_id: suggestRuleId(
      from,
      to,
      rules.map((one) => one.rule_id),
    ),
    from_agent_id: from,
    to_agent_id: to,
    blocked_context_fields,
  };
  return { content: { ...content, section: insertRule(section, position, rule) }, ruleId: rule.rule_id };
}
