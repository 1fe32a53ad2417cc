import type { Policy } from "@baton/core";
import { type HandoffRule, SPECIFICITIES, type Specificity, specificityOf } from "@baton/core/policy";

/** A rule with what decides when it is chosen. */
export interface OrderedRule {
  rule: HandoffRule;
  /** Its place in the document, from 0. */
  position: number;
  specificity: Specificity;
}

/**
 * The rules of a policy in order of precedence: how closely they name
 * their agents, then their place in the document.
 */
export function orderRules(policy: Policy): OrderedRule[] {
  return policy.agent_handoff_rules
    .map((rule, position) => ({ rule, position, specificity: specificityOf(rule) }))
    .sort(
      (a, b) =>
        SPECIFICITIES.indexOf(a.specificity) - SPECIFICITIES.indexOf(b.specificity) ||
        a.position - b.position,
    );
}
