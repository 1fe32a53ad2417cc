import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** `workspace_id` is part of URLs (`/w/{workspace}/`); `name` is the display name. */
export const workspace = pgTable(
  "workspace",
  {
    workspaceId: workspaceId(),
    name: text("name").notNull(),
    isSample: boolean("is_sample").notNull().default(false),
    /** True if usage names people only from five on. */
    hidesFewPeople: boolean("hides_few_people").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
