import type { Policy } from "@baton/core";
import { ANY_AGENT, type HandoffRule } from "@baton/core/policy";
import { coverPairs, type PairTraffic } from "@baton/server/policy";
import { changeRule, insertRule, type PolicySection, rulesOf, suggestRuleId } from "../draft/policy-section";
import { findOutcomes, growFieldTree } from "../rule/field-tree";
import { isOutputOf, type ObservedField } from "../rule/observed-fields";

/**
 * A pair of agents whose handoffs are not limited to the fields seen so far: because it has no rule, or because its
 * rule (`ruleId`) lists no fields.
 */
export interface OpenPair {
  readonly from: string;
  readonly to: string;
  readonly handoffs: number;
  readonly ruleId: string | null;
}

/** Lists the pairs to suggest a list of fields for, most handoffs first. */
export function listOpenPairs(policy: Policy, pairs: readonly PairTraffic[], now: number): OpenPair[] {
  const agents = pairs.filter(({ from, to }) => from !== "" && to !== "" && from !== ANY_AGENT);
  return coverPairs(policy, agents, { now })
    .flatMap(({ pair: { from, to, handoffs }, match: { rule }, isUncovered }): OpenPair[] => {
      if (isUncovered && policy.default_handoff_mode !== "minimal")
        return [{ from, to, handoffs, ruleId: null }];
      const isOwn = rule?.from_agent_id === from && rule.to_agent_id === to;
      const isUnlisted = rule?.handoff_mode === "scoped" && rule.allowed_context_fields === undefined;
      return rule && isOwn && isUnlisted && handoffs > 0
        ? [{ from, to, handoffs, ruleId: rule.rule_id }]
        : [];
    })
    .sort((a, b) => b.handoffs - a.handoffs);
}

/** A changed section, and the fields that its rule lists. */
export interface Suggestion {
  readonly section: PolicySection;
  readonly ruleId: string;
  readonly fields: readonly string[];
}

/**
 * Suggests the rule of a pair that lists the fields of the sender's output that pass today. Nothing new passes with it,
 * and no field that was never seen.
 *
 * @param seen fields of past handoffs of the pair.
 * @param now in milliseconds since 1970.
 * @returns null if none of them passes.
 */
export function suggestRule(
  { policy, section }: { policy: Policy; section: PolicySection },
  { from, to, ruleId }: OpenPair,
  seen: readonly ObservedField[],
  now: number,
): Suggestion | null {
  const ofSender = seen.filter(({ path }) => isOutputOf(path, from));
  const outcomes = findOutcomes(
    policy,
    { from, to },
    ofSender.map(({ path }) => path),
    now,
  );
  const passing = ofSender.filter(({ path }) => outcomes.get(path)?.cause === null);
  const fields = growFieldTree(passing, from).map(({ pattern }) => pattern);
  if (fields.length === 0) return null;
  const changes: Partial<HandoffRule> = { handoff_mode: "scoped", allowed_context_fields: fields };
  const rules = rulesOf(section);
  if (ruleId !== null) {
    const position = policy.agent_handoff_rules.findIndex(({ rule_id }) => rule_id === ruleId);
    return position < 0 ? null : { section: changeRule(section, position, changes), ruleId, fields };
  }
  const id = suggestRuleId(
    from,
    to,
    policy.agent_handoff_rules.map(({ rule_id }) => rule_id),
  );
  const rule = { rule_id: id, from_agent_id: from, to_agent_id: to, ...changes };
  return { section: insertRule(section, rules.length, rule), ruleId: id, fields };
}
