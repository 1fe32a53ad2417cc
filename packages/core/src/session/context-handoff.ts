import { z } from "zod";
import { MAX_CONTENT_FINDINGS } from "../content/content-rule-names";
import { HANDOFF_MODES } from "../policy/handoff-mode";
import { CAUSES, SCOPING_STATES } from "../scoping/outcome";
import { AgentId } from "./agent-id";
import { ContentFinding } from "./content-finding";
import { MAX_NAME_LENGTH } from "./limits";
import { TokenCount, TokenDifference } from "./token-count";

/** Size of a context: counts of its parts, and its exact size in tokens (`cl100k_base`). */
export const ContextSummary = z.looseObject({
  prior_outputs_count: z.int().nonnegative(),
  observations_count: z.int().nonnegative(),
  total_tokens: TokenCount,
  agents_included: z.array(z.string()),
  fields_included: z.array(z.string()).nullish(),
});
export type ContextSummary = z.infer<typeof ContextSummary>;

/**
 * A leaf of the context before scoping: `tokens` counts its compact `"key":value`, summed over array elements
 * with the same path; `after` is the rest, if different; `cause` is the first step that removed some of it.
 * `digest` (8 bytes, hex) identifies equal text without showing it.
 */
export const OutlineEntry = z.looseObject({
  path: z.string(),
  tokens: TokenCount,
  after: TokenCount.optional(),
  cause: z.enum(CAUSES).optional(),
  digest: z.string().optional(),
});
export type OutlineEntry = z.infer<typeof OutlineEntry>;

/** Messages of a history before and after scoping, and what was removed of them, by kind and cause. */
export const MessageCounts = z.looseObject({
  format: z.string(),
  before: z.int().nonnegative(),
  after: z.int().nonnegative(),
  removed: z.array(z.looseObject({ kind: z.string(), cause: z.enum(CAUSES), count: z.int().positive() })),
});
export type MessageCounts = z.infer<typeof MessageCounts>;

/**
 * Effect that observed rules would have had if all of them were enforced: the rule and mode that would have applied, the
 * tokens that would have passed (null from hooks, which do not count them), and the outline paths of which less or more
 * would have passed. With `policy_version`, the effect of that candidate version; `rule_ids` is empty if none of its
 * rules would have applied.
 */
export const ObservedRules = z.looseObject({
  policy_version: z.string().nullish(),
  rule_ids: z.array(z.string()).max(2_000),
  governance_rule_id: z.string().nullish(),
  handoff_mode: z.enum(HANDOFF_MODES),
  total_tokens: TokenCount.nullish(),
  would_remove: z.array(z.string()).max(2_000),
  would_pass: z.array(z.string()).max(2_000),
});
export type ObservedRules = z.infer<typeof ObservedRules>;

/** A longer path is content instead of a name. Outlines are read by the thousand. */
export const MAX_PATH_LENGTH = 1_024;

/** Returns observed rules without paths that are too long. */
export function withShortPaths({ would_remove, would_pass, ...observed }: ObservedRules): ObservedRules {
  const isShort = (path: string) => path.length <= MAX_PATH_LENGTH;
  return { ...observed, would_remove: would_remove.filter(isShort), would_pass: would_pass.filter(isShort) };
}

/** A handoff of context from one agent to the next, as recorded by the orchestrator. Sizes are in tokens. */
export const ContextHandoffEvent = z.looseObject({
  event_type: z.literal("context_handoff"),
  event_id: z.string().min(1).nullish(),
  schema_version: z.int().nullish(),
  session_id: z.string().min(1).nullish(),
  workflow_id: z.string().nullish(),
  from_agent_id: AgentId,
  to_agent_id: AgentId,
  timestamp: z.string().nullish(),
  handoff_mode: z.enum(HANDOFF_MODES),
  governance_rule_id: z.string().nullish(),
  policy_version: z.string().nullish(),
  scoping_state: z.enum(SCOPING_STATES).nullish(),
  context_before_scoping: ContextSummary,
  context_after_scoping: ContextSummary,
  tokens_saved: TokenDifference,
  tokens_saved_percentage: z.number(),
  conversation_translation_applied: z.boolean().nullish(),
  translation_strategies: z.array(z.string()).nullish(),
  audit_note: z.string().nullish(),
  fields_filtered: z.array(z.string()).nullish(),
  message_counts: MessageCounts.nullish(),
  outline: z.array(OutlineEntry).max(2_000).nullish(),
  outline_truncated: z.boolean().nullish(),
  context_sha256: z.string().nullish(),
  to_model: z.string().nullish(),
  summarizer_tokens: TokenCount.nullish(),
  /** Part of `summarizer_tokens` that the model wrote. */
  summarizer_output_tokens: TokenCount.nullish(),
  summarizer_model: z.string().max(MAX_NAME_LENGTH).nullish(),
  content_findings: z.array(ContentFinding).max(MAX_CONTENT_FINDINGS).nullish(),
  observed_rules: ObservedRules.nullish(),
  duration_us: z.number().nonnegative().nullish(),
  /** The memories that passed, if the context was retrieved from what agents remember. */
  memory_ids: z.array(z.string().min(1).max(MAX_PATH_LENGTH)).max(2_000).nullish(),
});
export type ContextHandoffEvent = z.infer<typeof ContextHandoffEvent>;
