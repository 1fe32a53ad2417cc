import { ANY_AGENT } from "@baton/core/policy";

/** Labels of settings in the form, by their name in the document. */
const NAMES: Readonly<Record<string, string>> = {
  rule_id: "Rule ID",
  from_agent_id: "From",
  to_agent_id: "To",
  state: "State",
  handoff_mode: "Mode",
  allowed_context_fields: "Allowed fields",
  blocked_context_fields: "Blocked fields",
  conversation_translation: "Translation",
  "conversation_translation.enabled": "Transform context",
  "conversation_translation.extract_fields": "Keep only these fields",
  "conversation_translation.filter_enabled": "Remove blocked fields from messages",
  "conversation_translation.summarize": "Summarize long outputs",
  "conversation_translation.max_summary_tokens": "Summarize to, in tokens",
  "conversation_translation.recast_role": "Message role for the receiver",
  audit_enabled: "Audit",
  description: "Description",
  expires_at: "Expires on",
  default_handoff_mode: "Default mode",
  enforcement_level: "Level",
  enable_conversation_translation: "Translation",
  audit_all_handoffs: "Audit of every handoff",
  minimal_input_fields: "Input IDs",
  blocked_in_text: "Blocked fields within texts",
  content_rules: "Content rules",
  policy_tests: "Policy tests",
};

/** Meaning of an absent value, if it is more than "not set". */
const ABSENT: Readonly<Record<string, string>> = {
  allowed_context_fields: "all fields",
  blocked_context_fields: "none",
  "conversation_translation.extract_fields": "everything",
  "conversation_translation.recast_role": "keep original",
  expires_at: "never",
  state: "enforce",
};

/** Returns the label of a setting; an unknown one keeps its name in the document. */
export function nameSetting(setting: string): string {
  return NAMES[setting] ?? setting;
}

/** Formats the value of a setting for people. */
export function describeSetting(setting: string, value: unknown): string {
  if (value === undefined || value === null) return ABSENT[setting] ?? "not set";
  if (value === ANY_AGENT) return "any agent";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) {
    return value.length > 0 ? value.join(", ") : "none";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
