import { expiryOf } from "./match-rule";
import type { Policy } from "./policy";

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
