import { createPolicyIndex, expiryOf, matchRule, type RuleMatch } from "./match-rule";
import type { HandoffRule, Policy } from "./policy";

/**
 * Returns the policy at a time, without expired rules. It makes the same decisions as the whole policy at
 * that time.
 *
 * @param now milliseconds since 1970.
 */
export function effectivePolicy(policy: Policy, now: number): Policy {
  const rules = policy.agent_handoff_rules.filter((rule) => expiryOf(rule) > now);
  return rules.length === policy.agent_handoff_rules.length
    ? policy
    : { ...policy, agent_handoff_rules: rules };
}

/** Expiry of a rule. */
export interface RuleExpiry {
  readonly rule: HandoffRule;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The match for the rule's own agents after its expiry. */
  readonly successor: RuleMatch;
}

/**
 * The rules that expire after `from` and not after `until` (milliseconds since 1970), the first one first.
 */
export function listExpiries(policy: Policy, span: { from: number; until: number }): RuleExpiry[] {
  const index = createPolicyIndex(policy);
  return policy.agent_handoff_rules
    .map((rule) => ({ rule, expiresAt: expiryOf(rule) }))
    .filter(({ expiresAt }) => expiresAt > span.from && expiresAt <= span.until)
    .map(({ rule, expiresAt }) => {
      const successor = matchRule(index, rule.from_agent_id, rule.to_agent_id, { now: expiresAt });
      return { rule, expiresAt, successor };
    })
    .sort((a, b) => a.expiresAt - b.expiresAt);
}
