import { isObserved } from "./match-rule";
import type { Policy } from "./policy";

/** Returns the policy as if the rules that only observe were enforced; null if none only observes. */
export function trialPolicy(policy: Policy): Policy | null {
  if (!policy.agent_handoff_rules.some(isObserved)) return null;
  return {
    ...policy,
    agent_handoff_rules: policy.agent_handoff_rules.map((rule) => ({ ...rule, state: "enforce" as const })),
  };
}
