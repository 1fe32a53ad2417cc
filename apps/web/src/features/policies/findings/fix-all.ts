import type { Finding, Policy } from "@baton/core";
import { ANY_AGENT, type HandoffRule } from "@baton/core/policy";
import type { DraftAction } from "../draft/draft-state";
import { changeRule, deleteRule, type PolicySection } from "../draft/policy-section";
import { type FixContext, listFixes, placeOfFinding } from "../rule/finding-fixes";

/** Sentences about fixing all findings of a code; other codes need a decision for each finding. */
const BULK_FIXES: Readonly<Record<string, string>> = {
  shadowed_rule: "Deletes these rules. They never apply.",
  expired_rule: "Deletes these rules. They no longer apply.",
  duplicate_rule_id: "Gives each rule its own ID.",
  allowed_and_blocked: "Removes these fields from the allowed fields. They do not pass today.",
  allowed_not_extracted: "Removes these fields from the allowed fields. They do not pass today.",
  extracts_blocked: "Removes these fields from the fields to keep. They do not pass today.",
  block_not_inherited: "Blocks here what the wider rules block.",
  unseen_field: "Removes these fields from the allowed fields. Blocked fields stay.",
};

/** Returns what fixing all findings of a code does; null if each needs its own decision. */
export function describeBulkFix(code: string): string | null {
  return BULK_FIXES[code] ?? null;
}

/**
 * Fixes as many findings of one code as possible without letting more through.
 *
 * @param content the policy, and its section as written.
 * @returns the section, and the number of fixed findings.
 */
export function fixAll(
  findings: readonly Finding[],
  { policy, section }: { policy: Policy; section: PolicySection },
  context: Omit<FixContext, "policy">,
): { section: PolicySection; fixed: number } {
  let [changed, read, fixed] = [section, policy, 0];
  for (const finding of fromTheEnd(findings)) {
    const action = findSafeFix(finding, { ...context, policy: read });
    const rules = read.agent_handoff_rules;
    if (action?.type === "delete-rule") {
      changed = deleteRule(changed, action.position);
      read = { ...read, agent_handoff_rules: rules.toSpliced(action.position, 1) };
    } else if (action?.type === "change-rule") {
      const { position, changes } = action;
      const rule = rules[position];
      if (!rule) continue;
      changed = changeRule(changed, position, changes);
      read = { ...read, agent_handoff_rules: rules.with(position, { ...rule, ...changes }) };
    } else continue;
    fixed += 1;
  }
  return { section: changed, fixed };
}

/** Sorts findings so that a removal leaves the places of the later ones as they are; one for each place. */
function fromTheEnd(findings: readonly Finding[]): Finding[] {
  const byPath = new Map(findings.map((finding) => [finding.path, finding]));
  const placed = [...byPath.values()].map((finding) => {
    const place = placeOfFinding(finding);
    return { finding, position: place?.position ?? -1, entry: Number(place?.keys.at(-1)) || 0 };
  });
  return placed.sort((a, b) => b.position - a.position || b.entry - a.entry).map(({ finding }) => finding);
}

/** Returns the fix of a finding that lets nothing more through; null if a person must decide. */
function findSafeFix(finding: Finding, context: FixContext): DraftAction | null {
  const place = placeOfFinding(finding);
  const rule = place && context.policy.agent_handoff_rules[place.position];
  if (!place || !rule || describeBulkFix(finding.code) === null) return null;
  const fixes = () => listFixes(finding, context);
  switch (finding.code) {
    case "extracts_blocked":
      // Without fields to keep, all would be kept.
      return (rule.conversation_translation?.extract_fields?.length ?? 0) > 1 ? last(fixes()) : null;
    case "unseen_field":
      return place.keys[0] === "allowed_context_fields" ? last(fixes()) : null;
    case "block_not_inherited": {
      const blocked_context_fields = inheritBlocks(rule, context.policy);
      const changes: Partial<HandoffRule> = { blocked_context_fields };
      return { type: "change-rule", position: place.position, changes };
    }
    case "allowed_and_blocked":
    case "allowed_not_extracted":
      return last(fixes());
    default:
      return fixes()[0]?.action ?? null;
  }
}

/** The removal of a name is the last of its fixes. */
function last(fixes: ReturnType<typeof listFixes>): DraftAction | null {
  return fixes.at(-1)?.action ?? null;
}

/** Returns the blocked fields of a rule with those of the wider rules whose agents include its own. */
function inheritBlocks(rule: HandoffRule, policy: Policy): string[] {
  const known = new Set([...rule.blocked_context_fields, ...policy.blocked_context_fields]);
  const meets = (a: string, b: string) => a === b || a === ANY_AGENT || b === ANY_AGENT;
  const wider = policy.agent_handoff_rules.filter(
    (other) =>
      (other.from_agent_id === ANY_AGENT || other.to_agent_id === ANY_AGENT) &&
      meets(other.from_agent_id, rule.from_agent_id) &&
      meets(other.to_agent_id, rule.to_agent_id),
  );
  const missing = wider.flatMap((other) => other.blocked_context_fields).filter((field) => !known.has(field));
  return [...rule.blocked_context_fields, ...new Set(missing)];
}
