import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, position, positionPrimaryKey, workspaceId } from "./columns";
import { wordsOf } from "./event";

/** Memories of agents, by source and ID. A row belongs to the record that wrote it last. */
export const memory = pgTable(
  "memory",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of source and ID, in hex. */
    memoryKey: text("memory_key").notNull(),
    /** Path of the file; `agents` if an event wrote it. */
    source: text("source").notNull(),
    /** As agents see it. */
    memoryId: text("memory_id").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    /** First line in the file, from 1. */
    line: integer("line"),
    /** Masked. */
    content: jsonb("content").$type<Readonly<Record<string, unknown>>>().notNull(),
    author: text("author"),
    sessionId: text("session_id"),
    tags: text("tags").array().notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at"),
    /** Set by a person; null: those of the source. */
    changedTags: text("changed_tags").array(),
    changedExpiresAt: moment("changed_expires_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.memoryKey] }),
    index("memory_time").on(table.workspaceId, table.createdAt),
    index("memory_file").on(table.workspaceId, table.sourceFileId),
    index("memory_id").on(table.workspaceId, table.memoryId),
    index("memory_words").using("gin", memoryWords(table)),
    index("memory_tags").using("gin", table.tags),
    index("memory_changed_tags").using("gin", table.changedTags),
  ],
);

/** Returns the words of a memory (its first 50,000 characters). */
export function memoryWords({ content }: { content: AnyPgColumn }): SQL {
  return wordsOf(sql`left(${content}::text, 50000)`);
}

/** Erased memories, which are not stored again. */
export const erasedMemory = pgTable(
  "erased_memory",
  {
    workspaceId: workspaceId(),
    memoryKey: text("memory_key").notNull(),
    erasedAt: moment("erased_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.memoryKey] })],
);

/** A retrieval of memories by an agent. Partitioned by month. */
export const memoryRead = pgTable(
  "memory_read",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    eventId: text("event_id").notNull(),
    sessionId: text("session_id"),
    agent: text("agent").notNull(),
    memoryIds: text("memory_ids").array().notNull(),
  },
  (table) => [
    positionPrimaryKey("memory_read_pkey", table),
    index("memory_read_ids").using("gin", table.memoryIds),
  ],
);
