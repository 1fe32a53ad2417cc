import { type OutlineEntry, SCOPING_STATES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS, MEASURES } from "@baton/core/session";
import { type Drift, ENFORCEMENTS } from "@baton/server/lineage";
import { mapCauseFields } from "@baton/server/savings";
import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, position, positionPrimaryKey, tokens, workspaceId } from "./columns";

/**
 * What passed from one agent to the next. Partitioned by month.
 * Sizes are in tokens; null means "not recorded".
 */
export const handoff = pgTable(
  "handoff",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    /** The event's identity, or its position where it has none: what its address is made of. */
    eventId: text("event_id").notNull(),
    sessionId: text("session_id"),
    workflowId: text("workflow_id"),
    kind: text("kind", { enum: HANDOFF_KINDS }).notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    /** The tool's own ids of the two, which tell agents of one name apart; null where none was written. */
    fromAgentId: text("from_agent_id"),
    toAgentId: text("to_agent_id"),
    /** Of a return, the event id of the call that it answers. */
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
    durationMicroseconds: doublePrecision("duration_us"),
    contextSha256: text("context_sha256"),
    translationStrategies: text("translation_strategies").array().notNull().default([]),
    auditNote: text("audit_note"),
    /**
     * Whether it passed what the policy of its time says; null where it was not
     * judged yet, and for what no policy governs.
     */
    enforcement: text("enforcement", { enum: ENFORCEMENTS }),
    drift: jsonb("drift").$type<Drift>(),
  },
  (table) => [
    positionPrimaryKey("handoff_pkey", table),
    index("handoff_event").on(table.workspaceId, table.eventId),
    index("handoff_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("handoff_pair").on(table.workspaceId, table.fromAgent, table.toAgent, table.occurredAt),
    index("handoff_rule").on(table.workspaceId, table.ruleId, table.occurredAt),
    // What was not judged yet waits for its policy to be seen.
    index("handoff_unjudged")
      .on(table.workspaceId, table.policyVersion)
      .where(sql`enforcement is null and kind = 'context'`),
    // Blocked is little: without it all handoffs of a range are gone through for it.
    index("handoff_blocked").on(table.workspaceId, table.occurredAt).where(sql`saved_by_blocked > 0`),
    index("handoff_drift").on(table.workspaceId, table.occurredAt).where(sql`enforcement = 'differs'`),
  ],
);

/**
 * The sizes of a handoff's fields, by path, and their content where it was
 * kept. Partitioned by month, a row a handoff.
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
    /** The agents whose outputs the context held; null where they were not kept. */
    agents: text("agents").array(),
    /**
     * Masked JSON `{ "before", "after" }` as the orchestrator kept it beside its
     * session; null where nothing was kept or stored.
     */
    content: text("content"),
  },
  (table) => [
    positionPrimaryKey("handoff_outline_pkey", table),
    index("handoff_outline_event").on(table.workspaceId, table.eventId),
  ],
);
