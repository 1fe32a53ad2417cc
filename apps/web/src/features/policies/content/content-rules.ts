import type { Policy } from "@baton/core";
import type { ContentRule } from "@baton/core/policy";
import type { SettingChanges } from "../draft/policy-section";

/** Name of each detector, as a sentence about a rule continues: "Redacts email addresses". */
export const DETECTOR_WORDS: Record<ContentRule["detector"], string> = {
  secret: "secrets",
  email: "email addresses",
  phone: "phone numbers",
  payment_card: "payment cards",
  iban: "IBANs",
  us_ssn: "US social security numbers",
  ip_address: "IP addresses",
  url_credentials: "passwords in URLs",
  file_path: "file paths",
  pattern: "a pattern",
};

/** Pattern of a rule whose detector needs one, until the user writes another. */
export const FIRST_PATTERNS: Partial<Record<ContentRule["detector"], string>> = {
  file_path: "**/.env*",
  pattern: "CUST-[0-9]{6}",
};

type NewRule = Pick<ContentRule, "rule_id" | "detector" | "action"> & { pattern?: string };

/** Sets of rules to start with. */
export const PRESETS: readonly { name: string; rules: readonly NewRule[] }[] = [
  {
    name: "Secrets",
    rules: [
      { rule_id: "no_secrets", detector: "secret", action: "redact" },
      { rule_id: "no_url_credentials", detector: "url_credentials", action: "redact" },
    ],
  },
  {
    name: "Personal data",
    rules: [
      { rule_id: "no_emails", detector: "email", action: "redact" },
      { rule_id: "no_phones", detector: "phone", action: "redact" },
      { rule_id: "no_ssns", detector: "us_ssn", action: "redact" },
    ],
  },
  {
    name: "Payment data",
    rules: [
      { rule_id: "no_cards", detector: "payment_card", action: "redact" },
      { rule_id: "no_ibans", detector: "iban", action: "redact" },
    ],
  },
  {
    name: "Source paths",
    rules: [
      { rule_id: "no_env_files", detector: "file_path", pattern: "**/.env*", action: "block" },
      { rule_id: "no_key_files", detector: "file_path", pattern: "**/*.pem", action: "block" },
    ],
  },
];

/** Returns the change that replaces the content rules; without rules, the document has no list. */
export function replaceContentRules(rules: readonly ContentRule[]): SettingChanges {
  return { content_rules: rules.length === 0 ? undefined : [...rules] };
}

/** Returns the rules with those of a preset that are not there yet, compared by ID. */
export function addRules(rules: Policy["content_rules"], added: readonly NewRule[]): ContentRule[] {
  const ids = new Set(rules.map(({ rule_id }) => rule_id));
  const missing = added.filter(({ rule_id }) => !ids.has(rule_id));
  return [...rules, ...missing.map((rule) => ({ from_agent_id: "*", to_agent_id: "*", ...rule }))];
}

/** Returns an unused ID: `content_rule`, with a number if needed. */
export function suggestContentRuleId(rules: Policy["content_rules"]): string {
  const ids = new Set(rules.map(({ rule_id }) => rule_id));
  let number = 1;
  while (ids.has(number === 1 ? "content_rule" : `content_rule_${number}`)) number += 1;
  return number === 1 ? "content_rule" : `content_rule_${number}`;
}

/** Returns the rules with one moved to another position. */
export function moveContentRule(rules: Policy["content_rules"], from: number, to: number): ContentRule[] {
  const moved = rules[from];
  return moved ? rules.toSpliced(from, 1).toSpliced(to, 0, moved) : [...rules];
}
