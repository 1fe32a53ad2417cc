import type { Finding } from "../../finding";
import { coversField, readBlockedFields } from "../field-coverage";
import type { HandoffRule } from "../policy";
import { type LintContext, placeOf, quoteAll, warn } from "./lint-context";

/** `passes_nothing`: a scoped rule with an empty allowed list. */
export function lintEmptyAllowed(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    rule.handoff_mode === "scoped" && rule.allowed_context_fields?.length === 0
      ? warn(context, placeOf(position, "allowed_context_fields"), {
          code: "passes_nothing",
          message: `\`${rule.rule_id}\` passes no field of the sender's output: its allowed list is empty`,
          hint: 'Name the fields that may pass, or remove the list to pass all of them; in files from elsewhere an empty list meant "all".',
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
          message: `\`${rule.rule_id}\` passes the context in full, and still removes ${quoteAll(rule.blocked_context_fields)}`,
          hint: "Leave it as it is if that is meant: blocked fields pass in no mode.",
        })
      : [],
  );
}

/** `allowed_and_blocked`: an allowed field that a block of the rule or of the policy takes away. */
export function lintAllowedAndBlocked(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    (rule.allowed_context_fields ?? []).flatMap((field, fieldIndex) => {
      const block = findBlock(context, rule, field);
      if (!block) return [];
      return warn(context, placeOf(position, "allowed_context_fields", fieldIndex), {
        code: "allowed_and_blocked",
        message: `\`${field}\` is allowed, and does not pass: ${block} blocks it`,
        hint: "Remove it from one of the two lists; blocked wins.",
      });
    }),
  );
}

/** `extracts_blocked`: a field to extract that a block of the rule or of the policy takes away before. */
export function lintExtractsBlocked(context: LintContext): Finding[] {
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    (rule.conversation_translation?.extract_fields ?? []).flatMap((field, fieldIndex) => {
      const block = findBlock(context, rule, field);
      if (!block) return [];
      const place = placeOf(position, "conversation_translation", "extract_fields", fieldIndex);
      return warn(context, place, {
        code: "extracts_blocked",
        message: `\`${field}\` is to be extracted, and is gone by then: ${block} blocks it`,
        hint: "Remove it from one of the two lists; blocked wins.",
      });
    }),
  );
}

/** What takes all of a field of a rule, in words; null where nothing does. */
function findBlock(context: LintContext, rule: HandoffRule, field: string): string | null {
  const ofRule = readBlockedFields(rule.blocked_context_fields).find((block) => coversField(block, field));
  if (ofRule) return `\`${ofRule.pattern}\` of the rule`;
  const ofPolicy = readBlockedFields(context.policy.blocked_context_fields).find((block) =>
    coversField(block, field),
  );
  return ofPolicy ? `\`${ofPolicy.pattern}\` of the policy` : null;
}
