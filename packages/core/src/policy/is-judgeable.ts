import { parseFieldPattern } from "../scoping/field-pattern";
import type { Policy } from "./policy";

/** Policies that people write have three or four. */
const MAX_PLACES = 32;

/**
 * Whether fields can be held against a policy in a bearable time. A path stands at several places of a list at once where keys and `*` take turns
 * in its patterns, and each step looks at all of them: of sixteen steps that are either, at 65,536.
 */
export function isJudgeable(policy: Policy): boolean {
  const ofRules = policy.agent_handoff_rules.flatMap((rule) => [
    rule.allowed_context_fields ?? [],
    rule.blocked_context_fields,
    rule.conversation_translation?.extract_fields ?? [],
  ]);
  return [policy.blocked_context_fields, ...ofRules].every((list) => countPlaces(list) <= MAX_PLACES);
}

/** At how many places a path may stand at once, at most: where the same steps are `*` and all others are its keys, there is one. */
function countPlaces(patterns: readonly string[]): number {
  const wildcards = new Set<string>();
  for (const pattern of patterns) {
    const parsed = parseFieldPattern(pattern);
    if (!parsed.ok || !pattern.includes("*")) continue;
    wildcards.add(parsed.segments.flatMap(({ key }, index) => (key === null ? [index] : [])).join());
  }
  return wildcards.size + 1;
}
