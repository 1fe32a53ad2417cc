import { type Finding, MAX_FINDINGS } from "../finding";
import { isObject } from "../is-object";
import { toPointer } from "../schema-issue";
import { ContentRule } from "./content-rule";
import { ConversationTranslation, HandoffRule, Policy } from "./policy";

const POLICY_SETTINGS = Policy.in.out.shape;
const RULE_SETTINGS = HandoffRule.out.shape;
const TRANSLATION_SETTINGS = ConversationTranslation.out.shape;
const CONTENT_RULE_SETTINGS = ContentRule.out.shape;

/**
 * Finds names of settings that this release does not know, such as misspelled ones. They have no effect. Names that
 * start with `_` are notes.
 *
 * @param section a valid section of a policy document.
 */
export function findUnknownSettings(section: Record<string, unknown>): Finding[] {
  const findings: Finding[] = [];
  const check = (value: unknown, settings: object, ...place: readonly (string | number)[]) => {
    if (!isObject(value)) return;
    for (const [name, setting] of Object.entries(value)) {
      if (findings.length >= MAX_FINDINGS) return;
      if (setting !== null && !Object.hasOwn(settings, name) && !name.startsWith("_"))
        findings.push(describe([...place, name]));
    }
  };
  check(section, POLICY_SETTINGS);
  for (const [index, rule] of listOf(section.agent_handoff_rules).entries()) {
    const place = ["agent_handoff_rules", index] as const;
    check(rule, RULE_SETTINGS, ...place);
    if (isObject(rule))
      check(rule.conversation_translation, TRANSLATION_SETTINGS, ...place, "conversation_translation");
  }
  for (const [index, rule] of listOf(section.content_rules).entries())
    check(rule, CONTENT_RULE_SETTINGS, "content_rules", index);
  return findings;
}

function describe(place: readonly (string | number)[]): Finding {
  return {
    code: "unknown_setting",
    severity: "warning",
    path: toPointer(place),
    message: "this release does not know the setting, so it has no effect",
    hint: "Correct its name. Start the name of a note with `_`.",
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
