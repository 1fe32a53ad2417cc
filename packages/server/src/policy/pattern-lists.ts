import type { Policy } from "@baton/core";

/**
 * Returns the lists of patterns in a policy: its global blocks, and the allowed, blocked and extracted fields
 * of each rule.
 */
export function patternLists(policy: Policy): readonly (readonly string[])[] {
  const ofRules = policy.agent_handoff_rules.flatMap((rule) => [
    rule.allowed_context_fields ?? [],
    rule.blocked_context_fields,
    rule.conversation_translation?.extract_fields ?? [],
  ]);
  return [policy.blocked_context_fields, ...ofRules];
}
