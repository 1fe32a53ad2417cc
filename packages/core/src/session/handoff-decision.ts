import { z } from "zod";
import { SCOPING_STATES } from "../scoping/outcome";
import { AgentId } from "./agent-id";
import { callIdentity } from "./claude-code-line";
import { ContentFinding } from "./content-finding";
import { ObservedRules, withShortPaths } from "./context-handoff";
import { handoffFacts, type SessionRecord } from "./session-record";
import { TokenCount } from "./token-count";

const text = z.string().min(1).nullish();

/**
 * Decision of a hook about a prompt or a message to another agent, before the agent received it. The host's
 * transcript has the same handoff; `tool_use_id` joins both.
 */
export const HandoffDecisionEvent = z.looseObject({
  event_type: z.literal("handoff_decision"),
  session_id: text,
  timestamp: z.string().nullish(),
  tool_use_id: z.string().min(1),
  kind: z.enum(["delegation", "message"]),
  from_agent_id: AgentId,
  to_agent_id: AgentId,
  /** The host's own IDs of the two agents. */
  from_instance_id: text,
  to_instance_id: text,
  /** `observed` also without a policy. */
  scoping_state: z.enum(SCOPING_STATES),
  governance_rule_id: text,
  policy_version: text,
  /** Tokens of the sender's context as its provider counts them; null if unknown. */
  context_tokens: TokenCount.nullish(),
  /** Tokens of the texts as sent, and as they passed; null if they were not counted. */
  tokens_before: TokenCount.nullish(),
  tokens_after: TokenCount.nullish(),
  fields_filtered: z.array(z.string()).nullish(),
  content_findings: z.array(ContentFinding).nullish(),
  observed_rules: ObservedRules.nullish(),
  audit_note: z.string().nullish(),
});
export type HandoffDecisionEvent = z.infer<typeof HandoffDecisionEvent>;

/** Return of a subagent, as reported to a hook; the host's transcript has the same return. */
export const HandoffReturnEvent = z.looseObject({
  event_type: z.literal("handoff_return"),
  session_id: text,
  timestamp: z.string().nullish(),
  tool_use_id: z.string().min(1),
  from_agent_id: AgentId,
  to_agent_id: AgentId,
  from_instance_id: text,
  to_instance_id: text,
  /** Tokens of the subagent's run as its provider counts them; null if unknown. */
  total_tokens: TokenCount.nullish(),
  /** Tokens of the answer. */
  tokens_after: TokenCount.nullish(),
  failed: z.boolean().nullish(),
});
export type HandoffReturnEvent = z.infer<typeof HandoffReturnEvent>;

/** Converts a return to a handoff with the identity that the transcript gives it. */
export function readHandoffReturn(event: HandoffReturnEvent): Partial<SessionRecord> {
  const { from_instance_id: agentId, total_tokens: total, tokens_after: after } = event;
  const startedBy = callIdentity(event.tool_use_id);
  const name = event.from_agent_id === "unknown" ? null : event.from_agent_id;
  return {
    identity: `${event.tool_use_id}:return`,
    sessionId: event.session_id ?? null,
    timestamp: event.timestamp ?? null,
    isError: event.failed === true,
    agents: agentId == null ? [] : [{ agentId, name, startedBy, isMain: false }],
    handoff: handoffFacts({
      kind: "return",
      fromAgent: event.from_agent_id,
      fromAgentId: agentId ?? null,
      toAgent: event.to_agent_id,
      toAgentId: event.to_instance_id ?? null,
      beforeTokens: total ?? null,
      measureBefore: total == null ? null : "provider",
      afterTokens: after ?? null,
      measureAfter: after == null ? null : "counted",
      answersIdentity: startedBy,
    }),
  };
}

/** Converts the decision to a handoff with the identity that the transcript gives it. */
export function readHandoffDecision(event: HandoffDecisionEvent): Partial<SessionRecord> {
  return {
    identity: callIdentity(event.tool_use_id),
    sessionId: event.session_id ?? null,
    timestamp: event.timestamp ?? null,
    handoff: handoffFacts({
      kind: event.kind,
      fromAgent: event.from_agent_id,
      fromAgentId: event.from_instance_id ?? null,
      toAgent: event.to_agent_id,
      toAgentId: event.to_instance_id ?? null,
      ruleId: event.governance_rule_id ?? null,
      policyVersion: event.policy_version ?? null,
      scopingState: event.scoping_state,
      beforeTokens: event.context_tokens ?? null,
      measureBefore: event.context_tokens == null ? null : "provider",
      afterTokens: event.tokens_after ?? null,
      measureAfter: event.tokens_after == null ? null : "counted",
      auditNote: event.audit_note ?? null,
      contentFindings: event.content_findings ?? [],
      observedRules: event.observed_rules ? withShortPaths(event.observed_rules) : null,
    }),
  };
}
