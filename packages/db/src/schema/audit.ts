import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * Who did what, and when: a chain of hashes a workspace. Triggers let rows be added at its end and nothing
 * else; where `hand_over_audit_log` exists (deploy/postgres/20-audit-log.sql makes it), the table belongs to
 * a role that Baton cannot become. Outlives its workspace.
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
    /** JSON as text: what was hashed is there byte for byte. */
    details: text("details").notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sequence] })],
);

/** The last row of each chain, kept apart by the trigger that lets rows in: so a cut at the end is missed. */
export const auditHead = pgTable(
  "audit_head",
  {
    workspaceId: workspaceId(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
