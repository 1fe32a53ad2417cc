import type { ReleaseStage } from "@baton/core/policy";
import type { Acknowledgement, DraftGround } from "@baton/server/policy";
import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** `finished`: the candidate was published. `stopped`: the live version decides everything again. */
export const RELEASE_STATES = ["running", "finished", "stopped"] as const;

/** Candidates that decide some handoffs before they are published; at most one per workspace is running. */
export const policyRelease = pgTable(
  "policy_release",
  {
    workspaceId: workspaceId(),
    releaseId: bigint("release_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    state: text("state", { enum: RELEASE_STATES }).notNull().default("running"),
    /** The last stage. */
    stage: jsonb("stage").$type<ReleaseStage>().notNull(),
    stageSince: moment("stage_since").notNull().defaultNow(),
    /** Content hash of the candidate. */
    policyVersion: text("policy_version").notNull(),
    document: text("document").notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    isObserving: boolean("is_observing").notNull(),
    draftId: bigint("draft_id", { mode: "number" }).notNull(),
    revision: integer("revision").notNull(),
    ground: text("ground").$type<DraftGround>().notNull(),
    note: text("note").notNull(),
    acknowledged: jsonb("acknowledged").$type<Acknowledgement[]>().notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: moment("started_at").notNull().defaultNow(),
    endedAt: moment("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.releaseId] }),
    uniqueIndex("policy_release_running").on(table.workspaceId).where(sql`state = 'running'`),
  ],
);
