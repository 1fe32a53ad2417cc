import type { Policy } from "@baton/core";
import { type HandoffRule, SPECIFICITIES, type Specificity, specificityOf } from "@baton/core/policy";

/** A rule with the properties that determine its priority. */
export interface OrderedRule {
  rule: HandoffRule;
  /** Position in the document, from 0. */
  position: number;
  specificity: Specificity;
}

/** Returns the rules of a policy by priority: specificity of their agents, then position in the document. */
export function orderRules(policy: Policy): OrderedRule[] {
  return policy.agent_handoff_rules
    .map((rule, position) => ({ rule, position, specificity: specificityOf(rule) }))
    .sort(
      (a, b) =>
        SPECIFICITIES.indexOf(a.specificity) - SPECIFICITIES.indexOf(b.specificity) ||
        a.position - b.position,
    );
}
