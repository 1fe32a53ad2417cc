import { boolean, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Ways in which a policy became known. */
const POLICY_ORIGINS = ["announced", "imported", "published"] as const;

/**
 * Every policy that was reported by an orchestrator, imported or published, by content hash. A trigger
 * prevents changes of the content; only the times change.
 */
export const policyVersion = pgTable(
  "policy_version",
  {
    workspaceId: workspaceId(),
    policyVersion: text("policy_version").notNull(),
    origin: text("origin", { enum: POLICY_ORIGINS }).notNull(),
    /** The section as JSON text, because jsonb would reject some keys and reorder others. */
    policyText: text("policy_text").notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    isObserving: boolean("is_observing").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.policyVersion] })],
);
