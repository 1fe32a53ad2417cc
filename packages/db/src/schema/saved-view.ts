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
    /** URL parameters of such a view. */
    params: jsonb("params").$type<Readonly<Record<string, string>>>().notNull(),
    /** Default of the pages without URL parameters; at most one per workspace. */
    isDefault: boolean("is_default").notNull().default(false),
    /** The account that saved it; null if it was deleted. */
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
