import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

/** Counts unrecognized line types, keys and trace spans, by format and tool version. */
export const lineShape = pgTable(
  "line_shape",
  {
    workspaceId: workspaceId(),
    format: text("format").notNull(),
    /** Empty if the tool does not report it. */
    toolVersion: text("tool_version").notNull(),
    shape: text("shape").notNull(),
    /** Number of lines with this format, or of spans in traces. */
    lineCount: total("line_count"),
    firstSeenAt: moment("first_seen_at").notNull().defaultNow(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    /** Position of the first of these lines. */
    sourceFileId: bigint("source_file_id", { mode: "number" }).notNull(),
    generation: integer("generation").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    lineNumber: bigint("line_number", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.format, table.toolVersion, table.shape] })],
);
