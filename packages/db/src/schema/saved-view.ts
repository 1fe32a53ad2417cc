import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Pages whose URL parameters a view can keep. */
export const VIEW_PAGES = ["savings", "sessions"] as const;

/** The URL parameters of a page under a name, shared within a workspace or kept for one account. */
export const savedView = pgTable(
  "saved_view",
  {
    workspaceId: workspaceId(),
    viewId: text("view_id").notNull(),
    page: text("page", { enum: VIEW_PAGES }).notNull(),
    name: text("name").notNull(),
    params: jsonb("params").$type<Readonly<Record<string, string>>>().notNull(),
    /** Only the account that saved it sees it. */
    isPrivate: boolean("is_private").notNull().default(false),
    /** Default of the savings pages without URL parameters; at most one per workspace. */
    isDefault: boolean("is_default").notNull().default(false),
    /** The account that saved it; null if it was deleted. */
    createdById: text("created_by_id"),
    createdBy: text("created_by").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.viewId] }),
    uniqueIndex("saved_view_name").on(table.workspaceId, table.page, table.name).where(sql`not is_private`),
    uniqueIndex("saved_view_own_name")
      .on(table.workspaceId, table.page, table.createdById, table.name)
      .where(sql`is_private`),
    uniqueIndex("saved_view_default").on(table.workspaceId).where(sql`is_default`),
  ],
);
