import { bigint, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

/**
 * Bytes read from a source per minute: for rates, kept for a day. Written separately from the rows, so it is
 * not exact.
 */
export const sourceMinute = pgTable(
  "source_minute",
  {
    workspaceId: workspaceId(),
    sourceId: bigint("source_id", { mode: "number" }).notNull(),
    minute: moment("minute").notNull(),
    lineCount: total("line_count"),
    byteCount: total("byte_count"),
    eventCount: total("event_count"),
    quarantinedCount: total("quarantined_count"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sourceId, table.minute] })],
);
