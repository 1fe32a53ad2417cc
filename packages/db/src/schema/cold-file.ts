import { bigint, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Tables whose large texts can move to files, one row of the table per row of the file. */
export const COLD_TABLES = ["event", "handoff_outline"] as const;

/**
 * `writing`: the database still has the texts. `stored`: only the file has them. `removing`: the database has
 * them again, or they are deleted; the file is deleted next, and then this row.
 */
export const COLD_STATES = ["writing", "stored", "removing"] as const;

/** A Parquet file in the cold store, with the rows of a workspace's table on a day (UTC). */
export const coldFile = pgTable(
  "cold_file",
  {
    workspaceId: workspaceId(),
    fileId: uuid("file_id").notNull(),
    table: text("table_name", { enum: COLD_TABLES }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    state: text("state", { enum: COLD_STATES }).notNull(),
    /** Path below the cold store, such as `default/event/2026-05/2026-05-03-….parquet`. */
    path: text("path").notNull(),
    rowCount: bigint("row_count", { mode: "number" }).notNull().default(0),
    byteLength: bigint("byte_length", { mode: "number" }).notNull().default(0),
    /** Hash of the file; null while it is written. */
    sha256: text("sha256"),
    /** Hash of the rows, which stays the same if another program writes the file again. */
    rowsSha256: text("rows_sha256"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.fileId] }),
    index("cold_file_day").on(table.workspaceId, table.table, table.day),
  ],
);
