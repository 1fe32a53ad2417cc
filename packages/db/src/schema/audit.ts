import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * All actions with author and time: a hash chain per workspace. Triggers only allow new rows at its end. If
 * `hand_over_audit_log` exists (deploy/postgres/20-audit-log.sql creates it), the table belongs to a role
 * that Baton cannot use. Outlives its workspace.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    workspaceId: workspaceId(),
    /** From 1, without gaps. */
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    occurredAt: moment("occurred_at").notNull(),
    /** Null for Baton itself. */
    actorId: text("actor_id"),
    actorName: text("actor_name").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    /** JSON as text, because the hash covers it byte for byte. */
    details: text("details").notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sequence] })],
);

/** The last row of each chain, kept separately by the insert trigger, to detect a cut at the end. */
export const auditHead = pgTable(
  "audit_head",
  {
    workspaceId: workspaceId(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
