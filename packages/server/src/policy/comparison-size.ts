import type { Policy } from "@baton/core";
import { createPolicyIndex, matchRule, type PolicyDiff } from "@baton/core/policy";
import { isCheckable } from "./is-checkable";
import { patternLists } from "./pattern-lists";

/**
 * Limit of a comparison, about two seconds. A hundred fields per rule and two thousand agent pairs use half
 * of it.
 */
const MAX_SIZE = 1_000_000;
/** Limit of characters in all named fields: each key of each is a node of some hundred bytes. */
const MAX_LETTERS = 4_000_000;
/** Limit of changed fields of pairs, all of which a user must see and acknowledge. */
const MAX_CHANGES = 100_000;
/** Characters of a name that count as one more step, because the name is shown for each pair. */
const CHARACTERS = 16;

/**
 * Returns true if policies can be compared over agent pairs in acceptable time: each field of either is
 * compared for each pair it applies to, at each of its positions in the lists.
 *
 * @param options.now milliseconds since 1970.
 */
export function isComparable(
  policies: readonly Policy[],
  pairs: Iterable<{ readonly from: string; readonly to: string }>,
  { now }: { now: number },
): boolean {
  if (policies.reduce((sum, policy) => sum + countLetters(policy), 0) > MAX_LETTERS) return false;
  if (!policies.every(isCheckable)) return false;
  const sides = policies.map((policy) => {
    // A blocked name is compared in each of the four parts of a context.
    const common = 4 * weigh(policy.blocked_context_fields) + weigh(policy.minimal_input_fields);
    const weights = policy.agent_handoff_rules.map(
      (rule) =>
        4 * weigh(rule.blocked_context_fields) +
        weigh(rule.allowed_context_fields) +
        weigh(rule.conversation_translation?.extract_fields),
    );
    return { index: createPolicyIndex(policy), common, weights };
  });
  let size = 0;
  for (const { from, to } of pairs) {
    for (const { index, common, weights } of sides) {
      const { position } = matchRule(index, from, to, { now });
      size += common + (position === null ? 0 : (weights[position] ?? 0));
    }
    if (size > MAX_SIZE) return false;
  }
  return true;
}

function countLetters(policy: Policy): number {
  return [policy.minimal_input_fields, ...patternLists(policy)]
    .flat()
    .reduce((sum, field) => sum + field.length, 0);
}

/** Returns true if few enough fields of pairs change to show all of them. */
export function isTellable({ pairs }: PolicyDiff): boolean {
  const changes = pairs.reduce(
    (sum, { newlyLetThrough, newlyBlocked }) => sum + newlyLetThrough.length + newlyBlocked.length,
    0,
  );
  return changes <= MAX_CHANGES;
}

function weigh(fields: readonly string[] | undefined): number {
  return (fields ?? []).reduce((sum, field) => sum + 1 + Math.floor(field.length / CHARACTERS), 0);
}
