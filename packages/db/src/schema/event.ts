import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment, position, positionPrimaryKey, workspaceId } from "./columns";

/**
 * Every record of every line, partitioned by month. The first record of a line has its masked text; hash and
 * length are of the original bytes, so that files can be compared with the database.
 */
export const event = pgTable(
  "event",
  {
    workspaceId: workspaceId(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    identity: text("identity"),
    /** Position of the record that claimed the identity first. This row is kept but counts in no total. */
    duplicateOf: text("duplicate_of"),
    eventType: text("event_type").notNull(),
    sessionId: text("session_id"),
    /** The tool's own ID of the agent whose line it is; null for the session's own agent. */
    agentId: text("agent_id"),
    isError: boolean("is_error").notNull().default(false),
    lineNumber: bigint("line_number", { mode: "number" }).notNull(),
    text: text("text"),
    /** Bytes of the text that is in a file of the cold store instead (`cold_file`), 0 without text; null if it did not move. */
    coldBytes: integer("cold_bytes"),
    byteLength: integer("byte_length").notNull(),
    sha256: text("sha256").notNull(),
    maskedSecretCount: integer("masked_secret_count").notNull().default(0),
    /**
     * True if content was stored when this line was imported. Later changes of the setting do not affect it.
     */
    hasContent: boolean("has_content").notNull(),
    ingestedAt: moment("ingested_at").notNull().defaultNow(),
  },
  (table) => [
    positionPrimaryKey("event_pkey", table),
    index("event_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("event_position").on(
      table.workspaceId,
      table.sourceFileId,
      table.generation,
      table.sequence,
      table.ordinal,
    ),
    index("event_words").using("gin", eventWords(table)),
  ],
);

/** Returns the words of a line (its first 50,000 characters). */
export function eventWords({ text: line }: { text: AnyPgColumn }): SQL {
  return wordsOf(sql`left(coalesce(${line}, ''), 50000)`);
}

/**
 * Returns the words of a text. Escapes of JSON and signs become spaces, because PostgreSQL reads `a_b.c`, `a/b` and
 * `<a>` as one name or as a tag, and people search for their parts. `translate` takes three times as long.
 */
export function wordsOf(content: SQL): SQL {
  return sql`to_tsvector('simple', regexp_replace(${content}, '\\\\[ntr]|[\\\\._/:@<>&=#~^+*''-]', ' ', 'g'))`;
}

/**
 * The first position of each identity: it counts once per workspace, over all sources. Not partitioned;
 * outlives retention.
 */
export const eventIdentity = pgTable(
  "event_identity",
  {
    workspaceId: workspaceId(),
    identity: text("identity").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.identity] })],
);
