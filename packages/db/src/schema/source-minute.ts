import { bigint, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { moment, total, workspaceId } from "./columns";

/**
 * What was read of a source in a minute: for rates, kept for a day. Written
 * beside the rows, not with them: it is no ledger.
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
