import type { Policy } from "@baton/core";
import { isObject } from "@baton/core/internal";
import { ANY_AGENT, type HandoffRule } from "@baton/core/policy";

/**
 * The section `multi_agent_handoffs` as written in its document, with comments, unknown keys and without
 * omitted defaults. Drafts edit this instead of the parsed policy, so that an edit changes nothing else.
 */
export type PolicySection = Readonly<Record<string, unknown>>;

/** A rule as written in its document. */
export type RuleDocument = Readonly<Record<string, unknown>>;

/** Settings of a rule to change; `undefined` removes a setting from the document. */
export type RuleChanges = Partial<HandoffRule>;

/** Settings of the policy to change, except its rules. */
export type SettingChanges = Partial<Omit<Policy, "agent_handoff_rules">>;

const RULES = "agent_handoff_rules";

/** Returns the rules in document order. */
export function rulesOf(section: PolicySection): readonly RuleDocument[] {
  const rules: unknown = section[RULES];
  return Array.isArray(rules) ? rules.map((rule: unknown) => (isObject(rule) ? rule : {})) : [];
}

/** Returns the section with other rules. */
function withRules(section: PolicySection, rules: readonly RuleDocument[]): PolicySection {
  return { ...section, [RULES]: rules };
}

/** Returns the section with the rule at `position` changed. */
export function changeRule(section: PolicySection, position: number, changes: RuleChanges): PolicySection {
  const { conversation_translation: translation, ...others } = changes;
  const rules = rulesOf(section).map((rule, index) => {
    if (index !== position) return rule;
    const changed = assign(rule, others);
    if (!("conversation_translation" in changes)) return changed;
    const before = isObject(rule.conversation_translation) ? rule.conversation_translation : {};
    return assign(changed, { conversation_translation: translation && assign(before, translation) });
  });
  return withRules(section, rules);
}

/** Returns the section with a rule inserted at `position`. */
export function insertRule(section: PolicySection, position: number, rule: RuleDocument): PolicySection {
  return withRules(section, rulesOf(section).toSpliced(position, 0, rule));
}

/** Returns the section without the rule at `position`. */
export function deleteRule(section: PolicySection, position: number): PolicySection {
  return withRules(section, rulesOf(section).toSpliced(position, 1));
}

/** Returns the section with the rule at `from` moved to `to`. */
export function moveRule(section: PolicySection, from: number, to: number): PolicySection {
  const rules = rulesOf(section);
  const moved = rules[from];
  return moved ? withRules(section, rules.toSpliced(from, 1).toSpliced(to, 0, moved)) : section;
}

/** Returns the section with changed settings of the policy. */
export function changeSettings(section: PolicySection, changes: SettingChanges): PolicySection {
  return assign(section, changes);
}

/** Returns true if two sections are equal, including order and comments. */
export function isSameSection(a: PolicySection, b: PolicySection): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns an unused ID for a rule of two agents: `fraud_to_severity`, with a number if needed. */
export function suggestRuleId(from: string, to: string, taken: Iterable<string>): string {
  const name = [from, to].map((agent) => (agent === ANY_AGENT ? "all" : agent)).join("_to_");
  const known = new Set(taken);
  if (!known.has(name)) return name;
  let number = 2;
  while (known.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

function assign(document: Readonly<Record<string, unknown>>, changes: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...document, ...changes }).filter(([, value]) => value !== undefined),
  );
}
