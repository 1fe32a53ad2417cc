import { bigint, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Parameters of a report's address: range, time zone, comparison and filters. */
export type ReportLinkView = Readonly<Record<string, string>>;

/** A link that shows one report to anyone who has it, as long as its creator may read the report. */
export const reportLink = pgTable(
  "report_link",
  {
    workspaceId: workspaceId(),
    linkId: bigint("link_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    /** SHA-256 of the secret in the link. */
    tokenHash: text("token_hash").notNull(),
    view: jsonb("view").$type<ReportLinkView>().notNull(),
    createdBy: text("created_by").notNull(),
    createdById: text("created_by_id").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.linkId] }),
    uniqueIndex("report_link_token").on(table.workspaceId, table.tokenHash),
  ],
);
