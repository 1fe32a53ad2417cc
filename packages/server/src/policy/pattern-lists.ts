import type { Policy } from "@baton/core";

/**
 * The lists of patterns in a policy: those that it blocks for all, and of
 * each rule what it allows, blocks and extracts.
 */
export function patternLists(policy: Policy): readonly (readonly string[])[] {
  const ofRules = policy.agent_handoff_rules.flatMap((rule) => [
    rule.allowed_context_fields ?? [],
    rule.blocked_context_fields,
    rule.conversation_translation?.extract_fields ?? [],
  ]);
  return [policy.blocked_context_fields, ...ofRules];
}
