import { bigint, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

export const ERASURE_KINDS = ["session", "agent", "workspace"] as const;

/** Rows of each table that an erasure has deleted so far. */
type ErasedRows = Readonly<Record<string, number>>;

/**
 * Pending and finished erasures. From the request on, matching data is not imported. The name is deleted with
 * its data; its hash stays to recognize it.
 */
export const erasure = pgTable(
  "erasure",
  {
    workspaceId: workspaceId(),
    erasureId: bigint("erasure_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: ERASURE_KINDS }).notNull(),
    /** Hex, of the id in UTF-8. */
    subjectSha256: text("subject_sha256").notNull(),
    /** Null once the erasure is finished. */
    subject: text("subject"),
    requestedBy: text("requested_by").notNull(),
    requestedAt: moment("requested_at").notNull().defaultNow(),
    finishedAt: moment("finished_at"),
    erasedRows: jsonb("erased_rows").$type<ErasedRows>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.erasureId] }),
    unique("erasure_subject").on(table.workspaceId, table.kind, table.subjectSha256),
  ],
);

/** Files that were erased completely. They are not read again, and even their names are deleted. */
export const erasedFile = pgTable(
  "erased_file",
  {
    workspaceId: workspaceId(),
    /** Hex, of the absolute path in UTF-8. */
    pathSha256: text("path_sha256").notNull(),
    erasureId: bigint("erasure_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.pathSha256] })],
);

/** Reasons for missing lines: erased, or older than the retention. */
const DROP_CAUSES = ["erased", "expired"] as const;

/** Lines of existing files without rows; one row per range of consecutive lines. */
export const droppedLines = pgTable(
  "dropped_lines",
  {
    workspaceId: workspaceId(),
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    /** Byte offsets of the first line and of the last one. */
    firstSequence: bigint("first_sequence", { mode: "number" }).notNull(),
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull(),
    lineCount: bigint("line_count", { mode: "number" }).notNull(),
    cause: text("cause", { enum: DROP_CAUSES }).notNull(),
    droppedAt: moment("dropped_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: "dropped_lines_pkey",
      columns: [table.workspaceId, table.sourceFileId, table.generation, table.firstSequence],
    }),
  ],
);
