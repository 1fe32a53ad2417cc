import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

/** Kinds of sources: a followed path, or posted lines. */
export const SOURCE_KINDS = ["path", "http"] as const;

/** A folder or file that ingest follows, or an API key that posts lines. */
export const source = pgTable(
  "source",
  {
    workspaceId: workspaceId(),
    sourceId: bigint("source_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: SOURCE_KINDS }).notNull().default("path"),
    /** Absolute path, or `http:` and the prefix of the API key. */
    root: text("root").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** False if its text is not stored, also by an ingest process that stores the text of other sources. */
    storesContent: boolean("stores_content").notNull().default(true),
    /** Null while ingest follows it. */
    stoppedAt: moment("stopped_at"),
    lastScannedAt: moment("last_scanned_at"),
    lastError: text("last_error"),
    /** Last reported lag, in bytes and in seconds of the oldest. */
    lagBytes: total("lag_bytes"),
    lagSeconds: total("lag_seconds"),
    lagAt: moment("lag_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sourceId] }),
    unique("source_root").on(table.workspaceId, table.root),
  ],
);

/** States of a file. A file without a known format is not read, with the reason in `last_error`. */
const SOURCE_FILE_STATES = ["reading", "not_read", "gone"] as const;

/**
 * A file of a source and its read position. The cursor moves in the transaction that stores the rows before
 * it.
 */
export const sourceFile = pgTable(
  "source_file",
  {
    workspaceId: workspaceId(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    sourceId: bigint("source_id", { mode: "number" }).notNull(),
    path: text("path").notNull(),
    format: text("format"),
    state: text("state", { enum: SOURCE_FILE_STATES }).notNull().default("reading"),
    device: text("device"),
    inode: text("inode"),
    /**
     * SHA-256 of the file's first bytes, and their number: distinguishes a rewritten file from one that grew.
     */
    fingerprint: text("fingerprint"),
    fingerprintLength: integer("fingerprint_length").notNull().default(0),
    /** SHA-256 of the bytes just before `read_offset`: detects a file that was truncated and grew again. */
    cursorFingerprint: text("cursor_fingerprint"),
    /**
     * SHA-256 of the file's last bytes when its size was stored: detects a file that was truncated after the
     * cursor and grew again.
     */
    endFingerprint: text("end_fingerprint"),
    generation: integer("generation").notNull().default(0),
    /** Bytes read so far: the offset of the next line. This and all sizes count uncompressed bytes. */
    readOffset: total("read_offset"),
    fileSize: total("file_size"),
    /**
     * Size on disk of a compressed file when it was last decoded completely; null if it is not compressed.
     */
    compressedSize: bigint("compressed_size", { mode: "number" }),
    /** Lines of this generation read so far, including blank ones; the number of the last line. */
    lineCount: total("line_count"),
    /** Counts of all generations of the file. */
    eventCount: total("event_count"),
    duplicateCount: total("duplicate_count"),
    quarantinedCount: total("quarantined_count"),
    maskedSecretCount: total("masked_secret_count"),
    /** Time of the last record that had one. Records without a time use it. */
    lastOccurredAt: moment("last_occurred_at"),
    /** Session of the last record that named one. */
    lastSessionId: text("last_session_id"),
    /** Tool version of the last record that named one. */
    toolVersion: text("tool_version"),
    /** State that the format keeps from earlier lines for the next one. */
    readerMemory: jsonb("reader_memory"),
    firstSeenAt: moment("first_seen_at").notNull().defaultNow(),
    lastReadAt: moment("last_read_at"),
    lastError: text("last_error"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sourceFileId] }),
    uniqueIndex("source_file_path").on(table.workspaceId, table.path).where(sql`state <> 'gone'`),
    index("source_file_source").on(table.workspaceId, table.sourceId),
    index("source_file_inode").on(table.workspaceId, table.device, table.inode),
  ],
);

/** An invalid line, in quarantine until it is replayed. The row stays and names who replayed it. */
export const quarantinedLine = pgTable(
  "quarantined_line",
  {
    workspaceId: workspaceId(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    /** Line number in its file, from 1. */
    lineNumber: bigint("line_number", { mode: "number" }).notNull(),
    code: text("code").notNull(),
    reason: text("reason").notNull(),
    /**
     * Masked, at most its first 64 KiB, with escapes for characters that PostgreSQL rejects; null if content
     * storage is off.
     */
    text: text("text"),
    byteLength: bigint("byte_length", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    quarantinedAt: moment("quarantined_at").notNull().default(sql`now()`),
    /** Null while it is in quarantine. */
    replayedAt: moment("replayed_at"),
    replayedBy: text("replayed_by"),
    /** Identity, or else position, of the first event that the replay created. */
    replayedEventId: text("replayed_event_id"),
    /** Number of replays, the last request, and its error. */
    tryCount: integer("try_count").notNull().default(0),
    replayRequestId: bigint("replay_request_id", { mode: "number" }),
    replayMessage: text("replay_message"),
  },
  (table) => [
    primaryKey({
      name: "quarantined_line_pkey",
      columns: [table.workspaceId, table.sourceFileId, table.generation, table.sequence],
    }),
    index("quarantined_line_time").on(table.workspaceId, table.quarantinedAt),
  ],
);
