import { REPORT_INTERVALS } from "@baton/server/report";
import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** A report that is sent every week or month over channels of its workspace. */
export const reportSchedule = pgTable(
  "report_schedule",
  {
    workspaceId: workspaceId(),
    scheduleId: bigint("schedule_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    interval: text("interval", { enum: REPORT_INTERVALS }).notNull(),
    channelIds: bigint("channel_ids", { mode: "number" }).array().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Time of the next report. */
    dueAt: moment("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.scheduleId] }),
    index("report_schedule_due").on(table.dueAt),
  ],
);
