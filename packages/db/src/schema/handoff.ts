import { type OutlineEntry, SCOPING_STATES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS, MEASURES, type ObservedRules } from "@baton/core/session";
import { ENFORCEMENTS, type Violation } from "@baton/server/lineage";
import { mapCauseFields } from "@baton/server/savings";
import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, position, positionPrimaryKey, tokens, workspaceId } from "./columns";

/** A handoff between two agents. Partitioned by month. Sizes are in tokens; null means "not recorded". */
export const handoff = pgTable(
  "handoff",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    /** The event's ID, or its position if it has none. It is part of its URL. */
    eventId: text("event_id").notNull(),
    sessionId: text("session_id"),
    workflowId: text("workflow_id"),
    kind: text("kind", { enum: HANDOFF_KINDS }).notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    /**
     * The tool's own IDs of the two agents, which distinguish agents of the same name; null if not written.
     */
    fromAgentId: text("from_agent_id"),
    toAgentId: text("to_agent_id"),
    /** For a return, the event ID of the call that it answers. */
    answers: text("answers"),
    mode: text("mode", { enum: HANDOFF_MODES }),
    ruleId: text("rule_id"),
    policyVersion: text("policy_version"),
    scopingState: text("scoping_state", { enum: SCOPING_STATES }),
    beforeTokens: tokens("before_tokens"),
    afterTokens: tokens("after_tokens"),
    savedTokens: tokens("saved_tokens"),
    measureBefore: text("measure_before", { enum: MEASURES }),
    measureAfter: text("measure_after", { enum: MEASURES }),
    ...mapCauseFields((cause) => tokens(`saved_by_${cause}`)),
    addedTokens: tokens("added_tokens"),
    toModel: text("to_model"),
    summarizerTokens: tokens("summarizer_tokens"),
    /** Part of `summarizerTokens` that the model wrote. */
    summarizerOutputTokens: tokens("summarizer_output_tokens"),
    summarizerModel: text("summarizer_model"),
    durationMicroseconds: doublePrecision("duration_us"),
    contextSha256: text("context_sha256"),
    translationStrategies: text("translation_strategies").array().notNull().default([]),
    auditNote: text("audit_note"),
    /** Result of the check against the policy then live; null if not checked yet or no policy applies. */
    enforcement: text("enforcement", { enum: ENFORCEMENTS }),
    violation: jsonb("violation").$type<Violation>(),
  },
  (table) => [
    positionPrimaryKey("handoff_pkey", table),
    index("handoff_event").on(table.workspaceId, table.eventId),
    index("handoff_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("handoff_pair").on(table.workspaceId, table.fromAgent, table.toAgent, table.occurredAt),
    index("handoff_rule").on(table.workspaceId, table.ruleId, table.occurredAt),
    // Handoffs whose policy has not been reported yet.
    index("handoff_unjudged")
      .on(table.workspaceId, table.policyVersion)
      .where(sql`enforcement is null and kind in ('context', 'retrieval')`),
    // Finds the successions of a document.
    index("handoff_succession").on(table.workspaceId, table.toAgentId).where(sql`kind = 'succession'`),
    // Few handoffs have summaries of a model.
    index("handoff_summarized").on(table.workspaceId, table.occurredAt).where(sql`summarizer_tokens > 0`),
    // Few handoffs have blocked fields; without this index, all handoffs of a range would be read.
    index("handoff_blocked").on(table.workspaceId, table.occurredAt).where(sql`saved_by_blocked > 0`),
    index("handoff_violation").on(table.workspaceId, table.occurredAt).where(sql`enforcement = 'differs'`),
  ],
);

/**
 * Sizes of a handoff's fields by path, and their content if captured. Partitioned by month, one row per
 * handoff.
 */
export const handoffOutline = pgTable(
  "handoff_outline",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    eventId: text("event_id").notNull(),
    entries: jsonb("entries").$type<OutlineEntry[]>().notNull(),
    isTruncated: boolean("is_truncated").notNull(),
    /** Agents whose outputs the context contained; null if not recorded. */
    agents: text("agents").array(),
    /** Effect that observed rules would have had; null if none would apply. */
    observedRules: jsonb("observed_rules").$type<ObservedRules>(),
    /**
     * Masked JSON `{ "before", "after" }` as captured by the orchestrator; null if not captured or not
     * stored.
     */
    content: text("content"),
    /** Bytes of the content that is in a file of the cold store instead, 0 without content; null if it did not move. */
    coldBytes: integer("cold_bytes"),
  },
  (table) => [
    positionPrimaryKey("handoff_outline_pkey", table),
    index("handoff_outline_event").on(table.workspaceId, table.eventId),
  ],
);
