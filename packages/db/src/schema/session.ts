import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

/** A session with its totals, updated in the transaction that stores its events. Sizes are in tokens. */
export const session = pgTable(
  "session",
  {
    workspaceId: workspaceId(),
    sessionId: text("session_id").notNull(),
    format: text("format").notNull(),
    title: text("title"),
    workflowId: text("workflow_id"),
    /** Session whose agent started this one, or that this one is a fork of. */
    parentSessionId: text("parent_session_id"),
    /** Person who ran it. `personOf` reads it, and hides the names of few people. */
    person: text("person"),
    /** Folder in which it started, its repository's address and branch, as the client wrote them. */
    projectFolder: text("project_folder"),
    repository: text("repository"),
    branch: text("branch"),
    startedAt: moment("started_at").notNull(),
    lastEventAt: moment("last_event_at").notNull(),
    eventCount: total("event_count"),
    errorCount: total("error_count"),
    handoffCount: total("handoff_count"),
    /** Enforced context handoffs; only these count in the totals below. */
    scopedCount: total("scoped_count"),
    delegationCount: total("delegation_count"),
    compactionCount: total("compaction_count"),
    /** Files that an agent read again, although no tool had changed them; known for Claude Code. */
    rereadCount: total("reread_count"),
    /** Handoffs with a policy violation. */
    violationCount: total("violation_count"),
    /** Blocked fields that reached their receiver, each once per handoff. */
    leakCount: total("leak_count"),
    beforeTokens: total("before_tokens"),
    afterTokens: total("after_tokens"),
    /** Net: removed tokens minus summarizer tokens. */
    savedTokens: total("saved_tokens"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sessionId] }),
    index("session_last_event").on(table.workspaceId, table.lastEventAt, table.sessionId),
    index("session_saved").on(table.workspaceId, table.savedTokens, table.sessionId),
    index("session_handoffs").on(table.workspaceId, table.handoffCount, table.sessionId),
    index("session_violation")
      .on(table.workspaceId, table.lastEventAt, table.sessionId)
      .where(sql`violation_count > 0`),
    index("session_leak")
      .on(table.workspaceId, table.lastEventAt, table.sessionId)
      .where(sql`leak_count > 0`),
    // Many sessions have no workflow; without this index, all would be read.
    index("session_workflow")
      .on(table.workspaceId, table.lastEventAt, table.workflowId)
      .where(sql`workflow_id is not null`),
    index("session_parent")
      .on(table.workspaceId, table.parentSessionId)
      .where(sql`parent_session_id is not null`),
    index("session_words").using("gin", sessionWords(table)),
  ],
);

/** Words for searching a session: its title, ID and workflow, in any language. */
export function sessionWords(table: Record<"title" | "sessionId" | "workflowId", AnyPgColumn>): SQL {
  const { title, sessionId, workflowId } = table;
  return sql`to_tsvector('simple', left(coalesce(${title}, ''), 10000) || ' ' || ${sessionId} || ' ' || coalesce(${workflowId}, ''))`;
}

/**
 * Usage of each model call, as counted by its provider. The last record of a call provides the counts; the
 * earliest provides time, session and agent.
 */
export const messageUsage = pgTable(
  "message_usage",
  {
    workspaceId: workspaceId(),
    usageKey: text("usage_key").notNull(),
    sessionId: text("session_id"),
    agent: text("agent").notNull(),
    agentId: text("agent_id"),
    model: text("model"),
    /** Branch at the time of the call; null if only the session has one. */
    branch: text("branch"),
    occurredAt: moment("occurred_at").notNull(),
    /** Time and position of the record with the counts. */
    countedAt: moment("counted_at").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    inputTokens: total("input_tokens"),
    cacheCreationTokens: total("cache_creation_tokens"),
    /** Included in the above: cached for an hour. */
    cacheCreation1hTokens: total("cache_creation_1h_tokens"),
    cacheReadTokens: total("cache_read_tokens"),
    outputTokens: total("output_tokens"),
    /** Included in the above: reasoning. */
    reasoningTokens: total("reasoning_tokens"),
    /** Size of an answer of text alone, as Baton counts it; null for others, and for calls on several lines. */
    answerTokens: bigint("answer_tokens", { mode: "number" }),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.usageKey] }),
    index("message_usage_session").on(table.workspaceId, table.sessionId, table.countedAt),
    index("message_usage_agent").on(table.workspaceId, table.agent, table.occurredAt),
    index("message_usage_time").on(table.workspaceId, table.occurredAt),
  ],
);
