import type { Acknowledgement, PublicationGround } from "@baton/server/policy";
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * Published versions, numbered from 1 without gaps. The last one of a workspace is live; the others are
 * superseded. A trigger prevents changes and deletions while the workspace exists.
 */
export const policyPublication = pgTable(
  "policy_publication",
  {
    workspaceId: workspaceId(),
    number: integer("number").notNull(),
    /** Content hash, which handoffs name. */
    policyVersion: text("policy_version").notNull(),
    /** The whole document as JSON text, including other sections. */
    document: text("document").notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    isObserving: boolean("is_observing").notNull(),
    /** The published draft and revision; null if it was imported by the CLI. */
    draftId: bigint("draft_id", { mode: "number" }),
    revision: integer("revision"),
    /** The earlier version that a rollback repeats; null for any other publication. */
    restores: integer("restores"),
    ground: text("ground").$type<PublicationGround>().notNull(),
    note: text("note").notNull(),
    acknowledged: jsonb("acknowledged").$type<Acknowledgement[]>().notNull(),
    publishedById: text("published_by_id").notNull(),
    publishedBy: text("published_by").notNull(),
    publishedAt: moment("published_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.number] })],
);
