import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Programs that ask for the live policy, and the version that each of them uses. */
export const policyClient = pgTable(
  "policy_client",
  {
    workspaceId: workspaceId(),
    keyId: text("key_id").notNull(),
    /** Name of a machine and a program on it, as the client reports it; empty if it does not. */
    instance: text("instance").notNull(),
    /** Name and version of its software. */
    client: text("client").notNull(),
    /** Content hash of the policy in use; null if it has none. */
    policyVersion: text("policy_version"),
    firstSeenAt: moment("first_seen_at").notNull().defaultNow(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.keyId, table.instance] })],
);
