import type { Policy } from "@baton/core";
import type { HandoffRule } from "@baton/core/policy";

/** Change of a rule in the draft, relative to the live version. */
export type RuleChangeKind = "new" | "edited";

/** Rules by ID, because lists ask for many rules of one policy. */
const rulesById = new WeakMap<Policy, ReadonlyMap<string, HandoffRule>>();

/** Finds the rule of the same ID in another version; for duplicates the first. */
export function findRule(policy: Policy | null, ruleId: string): HandoffRule | null {
  if (!policy) return null;
  const known = rulesById.get(policy) ?? indexRules(policy);
  return known.get(ruleId) ?? null;
}

function indexRules(policy: Policy): ReadonlyMap<string, HandoffRule> {
  // The last entry of a key wins, so the first rule is the last entry.
  const byId = new Map(policy.agent_handoff_rules.toReversed().map((rule) => [rule.rule_id, rule]));
  rulesById.set(policy, byId);
  return byId;
}

/** Returns the change of a rule in a draft; null if it equals the live version. */
export function changeOf(rule: HandoffRule, live: Policy | null): RuleChangeKind | null {
  const before = findRule(live, rule.rule_id);
  if (!before) return "new";
  return JSON.stringify(before) === JSON.stringify(rule) ? null : "edited";
}

/** Counts the rules that a draft adds, edits and deletes. */
export function countChanges(draft: Policy, live: Policy | null) {
  const kinds = draft.agent_handoff_rules.map((rule) => changeOf(rule, live));
  const ids = new Set(draft.agent_handoff_rules.map(({ rule_id }) => rule_id));
  return {
    added: kinds.filter((kind) => kind === "new").length,
    edited: kinds.filter((kind) => kind === "edited").length,
    deleted: live?.agent_handoff_rules.filter(({ rule_id }) => !ids.has(rule_id)).length ?? 0,
  };
}
