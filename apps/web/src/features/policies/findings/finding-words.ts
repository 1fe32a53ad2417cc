/** Names of findings by code, as a heading above a list of them. */
const WORDS: Readonly<Record<string, string>> = {
  not_json: "Not valid JSON",
  not_yaml: "Not valid YAML",
  duplicate_key: "Key given twice",
  section_missing: "No policy in the document",
  section_in_both_places: "Policy given twice",
  malformed_policy: "Invalid value",
  malformed_field_pattern: "Invalid field pattern",
  malformed_switch: "Invalid on/off setting",
  reserved_agent_id: "Reserved agent name",
  unknown_handoff_mode: "Unknown mode",
  unknown_schema_version: "Unknown schema version",
  unknown_enforcement_level: "Unknown level",
  unknown_setting: "Unknown setting",
  shadowed_rule: "Rule that never applies",
  duplicate_pair: "Second rule for the same agents",
  duplicate_rule_id: "Rule ID used twice",
  expired_rule: "Expired rule",
  passes_nothing: "Rule that passes nothing",
  full_with_blocked: "Full mode with blocked fields",
  allowed_and_blocked: "Field both allowed and blocked",
  extracts_blocked: "Blocked field to keep",
  allowed_not_extracted: "Allowed field that is not kept",
  block_not_inherited: "Block of a wider rule is missing",
  pattern_invalid: "Invalid pattern",
  duplicate_policy_test: "Test name used twice",
  duplicate_content_rule_id: "Content rule ID used twice",
  pattern_too_broad: "Pattern that matches almost everything",
  useless_content_rule: "Content rule without effect",
  lookalike_field: "Name with confusable letters",
  unseen_agent: "Agent not seen yet",
  unseen_field: "Field not seen yet",
};

/** Returns the heading of a kind of finding; an unknown code is its own. */
export function nameFinding(code: string): string {
  return WORDS[code] ?? code;
}
