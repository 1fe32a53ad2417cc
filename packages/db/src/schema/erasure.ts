import { bigint, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

export const ERASURE_KINDS = ["session", "agent", "workspace"] as const;

/** How many rows of each table an erasure has taken so far. */
export type ErasedRows = Readonly<Record<string, number>>;

/**
 * What is to be erased, or was: from the moment that it is asked for, nothing of it is taken in any more. The
 * name goes with what it named; its hash stays, to know it by.
 */
export const erasure = pgTable(
  "erasure",
  {
    workspaceId: workspaceId(),
    erasureId: bigint("erasure_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    kind: text("kind", { enum: ERASURE_KINDS }).notNull(),
    /** Hex, of the id in UTF-8. */
    subjectSha256: text("subject_sha256").notNull(),
    /** Null once all is erased. */
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

/** Files that are erased as a whole: they are not read again, and not even their names are known any more. */
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

/** Why lines are not there: somebody had them erased, or their time was over. */
export const DROP_CAUSES = ["erased", "expired"] as const;

/** Lines of files that stand there and have no rows: one row for each stretch of lines in a row. */
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
