import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Ways in which a policy became known. */
export const POLICY_ORIGINS = ["announced", "imported", "published"] as const;

/**
 * Every policy that was announced by an orchestrator, imported or published, by the hash of its content. What
 * it says never changes, which a trigger holds; when it was seen does.
 */
export const policyVersion = pgTable(
  "policy_version",
  {
    workspaceId: workspaceId(),
    policyVersion: text("policy_version").notNull(),
    origin: text("origin", { enum: POLICY_ORIGINS }).notNull(),
    /** The section as JSON text: jsonb would refuse some keys and reorder others. */
    policyText: text("policy_text").notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    isObserving: boolean("is_observing").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.policyVersion] })],
);
