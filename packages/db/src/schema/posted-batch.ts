import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * A batch that came by request under a key of its sender's (`Idempotency-Key`): written in the transaction of
 * its lines, so that one that comes again is answered by what the first brought.
 */
export const postedBatch = pgTable(
  "posted_batch",
  {
    workspaceId: workspaceId(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    /**
     * Hex, of the body without its compression: another body under the same key is a mistake of the sender's.
     */
    sha256: text("sha256").notNull(),
    /** Range of its lines in the source: offset of the first byte, and of the byte after the last. */
    startSequence: bigint("start_sequence", { mode: "number" }).notNull(),
    endSequence: bigint("end_sequence", { mode: "number" }).notNull(),
    /** The number of the source's line before its first. */
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
