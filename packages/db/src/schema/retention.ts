import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Retention of a workspace. A workspace without a row keeps its events forever. */
export const retention = pgTable(
  "retention",
  {
    workspaceId: workspaceId(),
    /** Whole days (UTC) before today; null keeps events forever. */
    days: integer("days"),
    changedBy: text("changed_by").notNull(),
    changedAt: moment("changed_at").notNull().defaultNow(),
    /** Time of the last run, and the time after which all remaining data is. */
    appliedAt: moment("applied_at"),
    appliedBefore: moment("applied_before"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
