import type { Policy } from "@baton/core";
import { changeRule, type PolicySection } from "./policy-section";

/**
 * Returns the section with a field blocked in some rules, and the number of rules that did not block it before.
 *
 * @param field a field name or path, as in a list of blocked fields.
 * @param positions of the rules in the document.
 */
export function blockInRules(
  section: PolicySection,
  policy: Policy,
  { field, positions }: { field: string; positions: readonly number[] },
): { section: PolicySection; changed: number } {
  const open = positions.filter(
    (position) => policy.agent_handoff_rules[position]?.blocked_context_fields.includes(field) === false,
  );
  const blocked = open.reduce(
    (before, position) =>
      changeRule(before, position, {
        blocked_context_fields: [
          ...(policy.agent_handoff_rules[position]?.blocked_context_fields ?? []),
          field,
        ],
      }),
    section,
  );
  return { section: blocked, changed: open.length };
}
