import type { Policy } from "@baton/core";
import {
  createPolicyIndex,
  expiryOf,
  type HandoffRule,
  isObserved,
  matchRule,
  type RuleMatch,
} from "@baton/core/policy";

/** Expiry of a rule. */
export interface RuleExpiry {
  readonly rule: HandoffRule;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The match for the rule's own agents after its expiry. */
  readonly successor: RuleMatch;
}

/**
 * Returns the rules in effect that expire after `from` and not after `until` (milliseconds since 1970), earliest first.
 */
export function listExpiries(policy: Policy, span: { from: number; until: number }): RuleExpiry[] {
  const index = createPolicyIndex(policy);
  return policy.agent_handoff_rules
    .filter((rule) => !isObserved(rule))
    .map((rule) => ({ rule, expiresAt: expiryOf(rule) }))
    .filter(({ expiresAt }) => expiresAt > span.from && expiresAt <= span.until)
    .map(({ rule, expiresAt }) => {
      const successor = matchRule(index, rule.from_agent_id, rule.to_agent_id, { now: expiresAt });
      return { rule, expiresAt, successor };
    })
    .sort((a, b) => a.expiresAt - b.expiresAt);
}
