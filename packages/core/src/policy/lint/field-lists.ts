import type { Finding } from "../../finding";
import { type FieldSegment, parseFieldPattern } from "../../scoping/field-pattern";
import {
  compileTrie,
  type FieldTrieNode,
  isAtEnd,
  leadsToKeys,
  stepToElement,
  stepToKey,
  type TriePositions,
} from "../../scoping/field-trie";
import { coversField, readBlockedFields } from "../field-coverage";
import type { HandoffRule } from "../policy";
import { type LintContext, placeOf, quoteAll, warn } from "./lint-context";

/** `passes_nothing`: a scoped rule with an empty allowed list. */
export function lintEmptyAllowed(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    rule.handoff_mode === "scoped" && rule.allowed_context_fields?.length === 0
      ? warn(context, placeOf(position, "allowed_context_fields"), {
          code: "passes_nothing",
          message: `\`${rule.rule_id}\` passes no fields of the sender's output, because its allowed list is empty`,
          hint: 'Name the fields that may pass, or remove the list to pass all fields. Some other tools read an empty list as "all".',
        })
      : [],
  );
}

/** `full_with_blocked`: a rule in mode `full` that blocks fields. */
export function lintFullWithBlocked(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    rule.handoff_mode === "full" && rule.blocked_context_fields.length > 0
      ? warn(context, placeOf(position, "blocked_context_fields"), {
          code: "full_with_blocked",
          message: `\`${rule.rule_id}\` has scope full but still removes ${quoteAll(rule.blocked_context_fields)}`,
          hint: "No change is needed if you intend this: blocked fields never pass, whatever the scope.",
        })
      : [],
  );
}

/** `allowed_and_blocked`: the rule or the policy blocks an allowed field. */
export function lintAllowedAndBlocked(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    (rule.allowed_context_fields ?? []).flatMap((field, fieldIndex) => {
      const block = findBlock(context, rule, field);
      if (!block) return [];
      return warn(context, placeOf(position, "allowed_context_fields", fieldIndex), {
        code: "allowed_and_blocked",
        message: `\`${field}\` is both allowed and blocked by ${block}`,
        hint: "Remove it from one of the two lists. Blocked wins.",
      });
    }),
  );
}

/** `extracts_blocked`: the rule or the policy blocks a field before it can be extracted. */
export function lintExtractsBlocked(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    (rule.conversation_translation?.extract_fields ?? []).flatMap((field, fieldIndex) => {
      const block = findBlock(context, rule, field);
      if (!block) return [];
      const place = placeOf(position, "conversation_translation", "extract_fields", fieldIndex);
      return warn(context, place, {
        code: "extracts_blocked",
        message: `\`${field}\` is both extracted and blocked by ${block}`,
        hint: "Remove it from one of the two lists. Blocked wins.",
      });
    }),
  );
}

/** `allowed_not_extracted`: an allowed field that the rule's enabled extraction removes. */
export function lintAllowedNotExtracted(context: LintContext): Finding[] {
  if (!context.policy.enable_conversation_translation) return [];
  return context.policy.agent_handoff_rules.flatMap((rule, position) => {
    const extracted = rule.conversation_translation?.extract_fields ?? [];
    const extracts = rule.conversation_translation?.enabled && extracted.length > 0;
    if (rule.handoff_mode !== "scoped" || !extracts) return [];
    const sought = compileTrie(extracted.flatMap(segmentsOf), (key) => key);
    return (rule.allowed_context_fields ?? []).flatMap((field, fieldIndex) => {
      const isLeftOut = segmentsOf(field).some((segments) => !isReached(sought, segments));
      if (!isLeftOut || findBlock(context, rule, field)) return [];
      return warn(context, placeOf(position, "allowed_context_fields", fieldIndex), {
        code: "allowed_not_extracted",
        message: `\`${field}\` is allowed but does not pass, because \`${rule.rule_id}\` extracts only other fields`,
        hint: "Add it to the fields to extract, or remove it from the allowed fields.",
      });
    });
  });
}

/**
 * Returns the segments of a pattern as the only element; empty if it is malformed, which parsed policies
 * exclude.
 */
function segmentsOf(pattern: string): (readonly FieldSegment[])[] {
  const parsed = parseFieldPattern(pattern);
  return parsed.ok ? [parsed.segments] : [];
}

/**
 * Returns true if extraction keeps a part of `segments`: all of it if a pattern ends above, or what is below.
 */
function isReached(sought: FieldTrieNode, segments: readonly FieldSegment[]): boolean {
  let positions: TriePositions = [sought];
  for (const { key, arrays } of segments) {
    if (key === null) return leadsToKeys(positions);
    positions = stepToKey(positions, key);
    for (let depth = 0; depth < arrays && !isAtEnd(positions); depth += 1)
      positions = stepToElement(positions);
    if (isAtEnd(positions)) return true;
  }
  return positions.length > 0;
}

/** Describes the block that removes all of a rule's field; null without one. */
function findBlock(context: LintContext, rule: HandoffRule, field: string): string | null {
  const ofRule = readBlockedFields(rule.blocked_context_fields).find((block) => coversField(block, field));
  if (ofRule) return `\`${ofRule.pattern}\` of the rule`;
  const ofPolicy = readBlockedFields(context.policy.blocked_context_fields).find((block) =>
    coversField(block, field),
  );
  return ofPolicy ? `\`${ofPolicy.pattern}\` of the policy` : null;
}
