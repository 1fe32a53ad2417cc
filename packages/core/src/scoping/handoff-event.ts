import type { ContentFinding } from "../session/content-finding";
import type {
  ContextHandoffEvent,
  ContextSummary,
  MessageCounts,
  OutlineEntry,
} from "../session/context-handoff";
import type { CompiledPolicy } from "./compile-policy";
import type { Handoff } from "./handoff";
import type { HandoffContext } from "./handoff-context";
import type { HandoffTerms } from "./handoff-terms";
import type { ScopingState } from "./outcome";
import { type SummarizerUse, summarizerFields } from "./summarizer-use";

/** Results of a handoff for its event. Sizes are tokens. */
export interface HandoffRecord {
  readonly scopingState: ScopingState;
  readonly terms: Pick<HandoffTerms, "mode" | "rule">;
  readonly before: ContextSummary;
  readonly after: ContextSummary;
  readonly fieldsFiltered: string[];
  readonly strategies: string[];
  readonly outline: OutlineEntry[];
  readonly isOutlineTruncated: boolean;
  /** Null without a summary. */
  readonly summarizer: SummarizerUse | null;
  readonly contextSha256: string | null;
  readonly durationMicroseconds: number | null;
  readonly contentFindings: ContentFinding[];
  /** Sentences for the auditor, without content. */
  readonly notes: readonly string[];
  /** Only if the context is a history of messages. */
  readonly messages?: MessageCounts;
}

/** Creates the event of a handoff. Equal record, time and ID give an equal event, byte for byte. */
export function createHandoffEvent(
  policy: CompiledPolicy,
  handoff: Omit<Handoff, "context">,
  record: HandoffRecord,
): ContextHandoffEvent {
  const tokensSaved = record.before.total_tokens - record.after.total_tokens;
  return {
    event_type: "context_handoff",
    event_id: handoff.newId(),
    schema_version: 1,
    session_id: handoff.sessionId,
    ...(handoff.workflowId === undefined ? {} : { workflow_id: handoff.workflowId }),
    timestamp: new Date(handoff.now).toISOString(),
    from_agent_id: handoff.from,
    to_agent_id: handoff.to,
    handoff_mode: record.terms.mode,
    governance_rule_id: record.terms.rule?.rule_id ?? null,
    policy_version: policy.version,
    scoping_state: record.scopingState,
    context_before_scoping: record.before,
    context_after_scoping: record.after,
    tokens_saved: tokensSaved,
    tokens_saved_percentage: percentage(tokensSaved, record.before.total_tokens),
    conversation_translation_applied: record.strategies.length > 0,
    translation_strategies: record.strategies,
    audit_note: record.notes.length === 0 ? null : record.notes.join("; "),
    fields_filtered: record.fieldsFiltered,
    ...(record.messages === undefined ? {} : { message_counts: record.messages }),
    outline: record.outline,
    outline_truncated: record.isOutlineTruncated,
    ...(record.contextSha256 === null ? {} : { context_sha256: record.contextSha256 }),
    ...(handoff.toModel === undefined ? {} : { to_model: handoff.toModel }),
    ...summarizerFields(record.summarizer),
    ...(record.contentFindings.length === 0 ? {} : { content_findings: record.contentFindings }),
    ...(record.durationMicroseconds === null ? {} : { duration_us: record.durationMicroseconds }),
  };
}

/**
 * Summarizes a context.
 *
 * @param totalTokens its exact size in tokens.
 */
export function summarizeContext(context: HandoffContext, totalTokens: number): ContextSummary {
  const agents = Object.keys(context.prior_outputs);
  return {
    prior_outputs_count: agents.length,
    observations_count: context.observations.length,
    total_tokens: totalTokens,
    agents_included: agents,
  };
}

/**
 * Returns `part` ÷ `whole` in percent, with one decimal, half away from zero; 0 if the whole is 0. Both are
 * integers.
 */
export function percentage(part: number, whole: number): number {
  if (whole === 0) return 0;
  const tenths = Math.floor((Math.abs(part) * 2_000 + whole) / (2 * whole));
  return tenths === 0 ? 0 : (Math.sign(part) * tenths) / 10;
}
