import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * A posted batch with an idempotency key (`Idempotency-Key`). Written in the transaction of its lines, so
 * that a repeated batch gets the result of the first one.
 */
export const postedBatch = pgTable(
  "posted_batch",
  {
    workspaceId: workspaceId(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    /** Hex, of the decompressed body. Another body with the same key is an error of the client. */
    sha256: text("sha256").notNull(),
    /** Range of its lines in the source: offset of the first byte, and of the byte after the last. */
    startSequence: bigint("start_sequence", { mode: "number" }).notNull(),
    endSequence: bigint("end_sequence", { mode: "number" }).notNull(),
    /** Number of the line in the source before its first line. */
    linesBefore: bigint("lines_before", { mode: "number" }).notNull(),
    lineCount: integer("line_count").notNull(),
    eventCount: integer("event_count").notNull(),
    duplicateCount: integer("duplicate_count").notNull(),
    maskedSecretCount: integer("masked_secret_count").notNull(),
    postedAt: moment("posted_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sourceFileId, table.idempotencyKey] }),
    index("posted_batch_time").on(table.workspaceId, table.sourceFileId, table.postedAt),
  ],
);
