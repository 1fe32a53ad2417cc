import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** How long the events of a workspace are kept. A workspace without a row keeps them for ever. */
export const retention = pgTable(
  "retention",
  {
    workspaceId: workspaceId(),
    /** Whole days (UTC) before today; null: for ever. */
    days: integer("days"),
    changedBy: text("changed_by").notNull(),
    changedAt: moment("changed_at").notNull().defaultNow(),
    /** When it was last seen to, and the time that all that is left is younger than. */
    appliedAt: moment("applied_at"),
    appliedBefore: moment("applied_before"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
