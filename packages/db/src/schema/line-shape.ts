import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

/**
 * Counts what Baton does not interpret: types of lines, keys, and spans of traces, by format
 * and by the version of the tool that wrote them.
 */
export const lineShape = pgTable(
  "line_shape",
  {
    workspaceId: workspaceId(),
    format: text("format").notNull(),
    /** Empty if the tool does not report it. */
    toolVersion: text("tool_version").notNull(),
    shape: text("shape").notNull(),
    /** Lines in which it occurs; for what spans of traces have, the spans. */
    lineCount: total("line_count"),
    firstSeenAt: moment("first_seen_at").notNull().defaultNow(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    /** The place of the first of these lines. */
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    lineNumber: bigint("line_number", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.format, table.toolVersion, table.shape] })],
);
