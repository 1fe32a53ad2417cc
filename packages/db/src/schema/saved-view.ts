import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** A range and filters of the savings under a name, shared within a workspace. */
export const savedView = pgTable(
  "saved_view",
  {
    workspaceId: workspaceId(),
    viewId: text("view_id").notNull(),
    name: text("name").notNull(),
    /** What stands in the address of such a view, by name. */
    params: jsonb("params").$type<Readonly<Record<string, string>>>().notNull(),
    /** What the pages show where their address says nothing; one of a workspace at most. */
    isDefault: boolean("is_default").notNull().default(false),
    /** The account that saved it; null where it is gone. */
    createdById: text("created_by_id"),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.viewId] }),
    uniqueIndex("saved_view_name").on(table.workspaceId, table.name),
    uniqueIndex("saved_view_default").on(table.workspaceId).where(sql`is_default`),
  ],
);
