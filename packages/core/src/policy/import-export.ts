import type { Finding } from "../finding";
import { isObject } from "../is-object";
import { readJsonText } from "../read-json";
import { reviseJsonText } from "../revise-json";
import { type ParsedPolicy, POLICY_SECTION, parsePolicy } from "./parse-policy";
import { type ParsedSwitch, type PolicySwitch, parseSwitch } from "./policy-switch";

/**
 * Parses the text of a policy document (`governance_policies.json`) like {@link parsePolicy}. Keep the text:
 * {@link exportPolicy} revises it.
 *
 * @returns the policy, or its findings: those of {@link parsePolicy}, `not_json` and `duplicate_key`. Never
 * throws.
 */
export function importPolicy(text: string, policySwitch?: PolicySwitch): ParsedPolicy {
  const json = readJsonText(text);
  return json.ok ? parsePolicy(json.value, policySwitch) : json;
}

/** Parses the switch in the text of a system configuration (`system_config.json`). Never throws. */
export function importSwitch(text: string): ParsedSwitch {
  const json = readJsonText(text);
  return json.ok ? parseSwitch(json.value) : json;
}

export type ExportedText = { ok: true; text: string } | { ok: false; findings: Finding[] };

/**
 * Writes a policy into the text of its document. Unchanged parts stay byte for byte: other sections,
 * untouched rules, white space. Comments (keys that start with `_`) of the section and its rules stay even if
 * `section` lacks them; `rule_id` identifies a rule.
 *
 * @param text    current document; "" for a new one.
 * @param section new `multi_agent_handoffs`. Replaces the one in the text; without one, goes to `policies` if
 * the document has it, otherwise to the top.
 * @returns the text, or findings if the old one is not a JSON object.
 */
export function exportPolicy(text: string, section: Record<string, unknown>): ExportedText {
  return reviseObject(text, (document) => {
    const { policies } = document;
    const isUnderPolicies = isObject(policies) && (document[POLICY_SECTION] ?? null) === null;
    if (!isUnderPolicies) {
      return { ...document, [POLICY_SECTION]: keepComments(document[POLICY_SECTION], section) };
    }
    const kept = keepComments(policies[POLICY_SECTION], section);
    return { ...document, policies: { ...policies, [POLICY_SECTION]: kept } };
  });
}

/**
 * Writes the switch into the text of a system configuration. Everything else stays unchanged, including flags
 * with the same value (absent means false).
 *
 * @param text current configuration; "" for a new one.
 * @returns the text, or findings if the old one is not a JSON object or has an invalid switch.
 */
export function exportSwitch(text: string, policySwitch: PolicySwitch): ExportedText {
  const before = text === "" ? parseSwitch({}) : importSwitch(text);
  if (!before.ok) return before;
  return reviseObject(text, (document) => {
    const section = document[POLICY_SECTION];
    const flags = (["enabled", "observe"] as const).filter(
      (flag) => policySwitch[flag] !== before.switch[flag],
    );
    if (flags.length === 0) return document;
    const changed = Object.fromEntries(flags.map((flag) => [flag, policySwitch[flag]]));
    return { ...document, [POLICY_SECTION]: { ...(isObject(section) ? section : {}), ...changed } };
  });
}

/** Revises the text of a JSON object; "" is an empty one. Parts that stay equal keep their bytes. */
export function reviseObject(
  text: string,
  revise: (document: Record<string, unknown>) => Record<string, unknown>,
): ExportedText {
  if (text === "") return { ok: true, text: `${JSON.stringify(revise({}), null, 2)}\n` };
  const json = readJsonText(text);
  if (!json.ok) return json;
  if (isObject(json.value)) return { ok: true, text: reviseJsonText(text, revise(json.value)) };
  const message = "the document is JSON but not an object";
  const hint = "Export to another file, or correct this one.";
  return { ok: false, findings: [{ code: "malformed_policy", severity: "error", path: "", message, hint }] };
}

/** Returns `after` with the comments of `before`, at every depth; list elements match by `rule_id`. */
function keepComments(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const known: readonly unknown[] = before;
    return after.map((element: unknown) => {
      const twin = known.find(
        (other) => ruleIdOf(other) !== undefined && ruleIdOf(other) === ruleIdOf(element),
      );
      return keepComments(twin, element);
    });
  }
  if (!isObject(before) || !isObject(after)) return after;
  const comments = Object.entries(before).filter(([key]) => key.startsWith("_"));
  const fields = Object.entries(after).map(
    ([key, field]) => [key, keepComments(before[key], field)] as const,
  );
  return Object.fromEntries([...comments, ...fields]);
}

function ruleIdOf(rule: unknown): unknown {
  return isObject(rule) ? rule.rule_id : undefined;
}
