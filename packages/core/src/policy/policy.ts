import { z } from "zod";
import { isObject } from "../is-object";
import { parseBlockedPattern, parseFieldPattern } from "../scoping/field-pattern";
import { parseTimestamp } from "../session/timestamp";
import { shorten } from "../shorten";
import { ContentRule } from "./content-rule";
import { DEFAULT_MINIMAL_INPUT_FIELDS } from "./default-names";
import { HANDOFF_MODES } from "./handoff-mode";
import { PolicyTests } from "./policy-test";
import { objectIgnoringNulls, RuleAgent } from "./rule-agent";

/** An observed rule changes nothing that passes. Handoffs record what it would have changed. */
export const RULE_STATES = ["enforce", "observe"] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const ENFORCEMENT_LEVELS = ["strict", "advisory"] as const;
export type EnforcementLevel = (typeof ENFORCEMENT_LEVELS)[number];

/**
 * The only `schema_version` of this release; a policy with another one is treated as `minimal` throughout.
 */
export const SCHEMA_VERSION = 1;

const AllowedPattern = patternReadBy(parseFieldPattern);
const BlockedPattern = patternReadBy(parseBlockedPattern);

function patternReadBy(parse: typeof parseFieldPattern) {
  return z.string().superRefine((text, context) => {
    const parsed = parse(text);
    if (parsed.ok) return;
    context.addIssue({
      code: "custom",
      message: `\`${shorten(text)}\` is not a valid field pattern: ${parsed.reason}`,
      params: { code: "malformed_field_pattern" },
    });
  });
}

const ExpiryTime = z
  .string()
  .refine((text) => parseTimestamp(text, Number.POSITIVE_INFINITY).ok, "must be an ISO 8601 date and time");

/**
 * Translation of a sender's text after scoping. Off unless `enabled`; `extract_fields` are field patterns,
 * and the summary limit is in tokens.
 */
export const ConversationTranslation = objectIgnoringNulls({
  enabled: z.boolean().default(false),
  extract_fields: z.array(AllowedPattern).optional(),
  filter_enabled: z.boolean().default(false),
  summarize: z.boolean().default(false),
  max_summary_tokens: z.int().positive().default(500),
  recast_role: z.enum(["user", "system"]).optional(),
});
export type ConversationTranslation = z.infer<typeof ConversationTranslation>;

/**
 * Fields that one agent may pass to another. Without `allowed_context_fields`, every field of the sender's
 * output passes; if empty, none. The list only applies in mode `scoped`. An unknown mode becomes `minimal`,
 * an absent one `scoped`.
 */
export const HandoffRule = objectIgnoringNulls({
  rule_id: z.string().min(1),
  from_agent_id: RuleAgent,
  to_agent_id: RuleAgent,
  /** Default: enforce. */
  state: z.enum(RULE_STATES).optional(),
  handoff_mode: z.enum(HANDOFF_MODES).default("scoped").catch("minimal"),
  allowed_context_fields: z.array(AllowedPattern).optional(),
  blocked_context_fields: z.array(BlockedPattern).default([]),
  conversation_translation: ConversationTranslation.optional(),
  audit_enabled: z.boolean().default(true),
  description: z.string().optional(),
  /** ISO 8601, UTC without a zone. The rule no longer applies from that time on. */
  expires_at: ExpiryTime.optional(),
});
export type HandoffRule = z.infer<typeof HandoffRule>;

/**
 * The section `multi_agent_handoffs` of a policy document, with every default
 * filled in. `blocked_context_fields` on the policy itself are blocked in every
 * handoff, in every mode, with any rule or none; unless `blocked_in_text` is false, within texts too.
 * `content_rules` apply to what texts contain. `policy_tests` change no handoff.
 */
export const Policy = objectIgnoringNulls({
  description: z.string().optional(),
  schema_version: z.int().default(SCHEMA_VERSION).catch(0),
  enforcement_level: z.enum(ENFORCEMENT_LEVELS).default("strict").catch("strict"),
  default_handoff_mode: z.enum(HANDOFF_MODES).default("scoped").catch("minimal"),
  enable_conversation_translation: z.boolean().default(true),
  audit_all_handoffs: z.boolean().default(true),
  minimal_input_fields: z.array(z.string()).default([...DEFAULT_MINIMAL_INPUT_FIELDS]),
  blocked_context_fields: z.array(BlockedPattern).default([]),
  blocked_in_text: z.boolean().default(true),
  content_rules: z.array(ContentRule).default([]),
  policy_tests: PolicyTests,
  agent_handoff_rules: z.preprocess(nameRules, z.array(HandoffRule).default([])),
}).transform((policy) => (policy.schema_version === SCHEMA_VERSION ? policy : minimizeModes(policy)));
export type Policy = z.infer<typeof Policy>;

/**
 * Gives each rule without a `rule_id` one from its agents and its position from 0: `{from}->{to}#{index}`.
 */
function nameRules(rules: unknown): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown, index) =>
    isObject(rule) && (rule.rule_id ?? null) === null
      ? { ...rule, rule_id: `${nameOf(rule.from_agent_id)}->${nameOf(rule.to_agent_id)}#${index}` }
      : rule,
  );
}

/** Rejects values that are not strings as agent IDs; their own conversion may fail. */
function nameOf(agentId: unknown): string {
  return typeof agentId === "string" ? agentId : typeof agentId;
}

function minimizeModes<P extends { agent_handoff_rules: HandoffRule[] }>(policy: P) {
  return {
    ...policy,
    default_handoff_mode: "minimal" as const,
    agent_handoff_rules: policy.agent_handoff_rules.map((rule) => ({
      ...rule,
      handoff_mode: "minimal" as const,
    })),
  };
}
