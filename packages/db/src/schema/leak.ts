import { CAUSES } from "@baton/core";
import { LEAK_EVIDENCES, type LeakedPath } from "@baton/server/lineage";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, position, tokens, workspaceId } from "./columns";

/** A blocked field that reached its receiver in another way, at one handoff. Sizes are in tokens. */
export const leak = pgTable(
  "leak",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    /** The folded name of the field. */
    name: text("name").notNull(),
    field: text("field").notNull(),
    sessionId: text("session_id").notNull(),
    eventId: text("event_id").notNull(),
    fromAgent: text("from_agent").notNull(),
    toAgent: text("to_agent").notNull(),
    ruleId: text("rule_id"),
    evidence: text("evidence", { enum: LEAK_EVIDENCES }).notNull(),
    tokens: tokens("tokens").notNull(),
    /** The leaked paths, at least one, in the order of the outline. */
    places: jsonb("places").$type<LeakedPath[]>().notNull(),
    blockedAt: moment("blocked_at").notNull(),
    /** Another session of the family, or the same one. */
    blockedSessionId: text("blocked_session_id").notNull(),
    blockedEventId: text("blocked_event_id").notNull(),
    blockedFromAgent: text("blocked_from_agent").notNull(),
    blockedRuleId: text("blocked_rule_id"),
    /** The cause of its first removal; null if it passed despite the block. */
    blockedCause: text("blocked_cause", { enum: CAUSES }),
  },
  (table) => [
    primaryKey({
      name: "leak_pkey",
      columns: [
        table.workspaceId,
        table.occurredAt,
        table.sourceFileId,
        table.generation,
        table.sequence,
        table.ordinal,
        table.name,
      ],
    }),
    index("leak_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("leak_event").on(table.workspaceId, table.eventId),
    index("leak_name").on(table.workspaceId, table.name, table.occurredAt),
    index("leak_blocked_session")
      .on(table.workspaceId, table.blockedSessionId)
      .where(sql`blocked_session_id <> session_id`),
    index("leak_receiver").on(table.workspaceId, table.toAgent, table.occurredAt),
  ],
);

/**
 * The earliest block of a field for a receiver in a session, by each key that identifies the field. It finds the
 * leaks of later handoffs in sessions of any size.
 */
export const blockMark = pgTable(
  "block_mark",
  {
    workspaceId: workspaceId(),
    sessionId: text("session_id").notNull(),
    /** Hash of the receiver and a path, name or digest. */
    key: text("key").notNull(),
    /** Hash of the agent or part that the field comes from. */
    source: text("source").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    isRemoved: boolean("is_removed").notNull(),
    field: text("field").notNull(),
    eventId: text("event_id").notNull(),
    fromAgent: text("from_agent").notNull(),
    ruleId: text("rule_id"),
    cause: text("cause", { enum: CAUSES }),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sessionId, table.key, table.source] }),
    index("block_mark_time").on(table.workspaceId, table.occurredAt),
  ],
);

/** A part of a session that ingest still has to search for leaks. Stores the last searched position. */
export const leakSearch = pgTable(
  "leak_search",
  {
    workspaceId: workspaceId(),
    sessionId: text("session_id").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    ordinal: integer("ordinal").notNull(),
    /** Null for a search to the end of the session. */
    until: moment("until"),
    /** True if the session was linked to a parent, so that the others of the family need its blocks. */
    isNewToFamily: boolean("is_new_to_family").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sessionId] })],
);
