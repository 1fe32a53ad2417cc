import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * Agents of sessions, by the IDs that their tool assigns. A name in a later line applies to all rows of the
 * agent.
 */
export const agent = pgTable(
  "agent",
  {
    workspaceId: workspaceId(),
    sessionId: text("session_id").notNull(),
    agentId: text("agent_id").notNull(),
    /** Declared type or role; null until a line contains it. */
    name: text("name"),
    /** Event ID of the delegation that started it; null until a line contains it. */
    startedBy: text("started_by"),
    /** True if the session is this agent's own. */
    isMain: boolean("is_main").notNull(),
    /** Time of the first record about it. */
    occurredAt: moment("occurred_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.sessionId, table.agentId] }),
    index("agent_id").on(table.workspaceId, table.agentId),
    index("agent_started_by").on(table.workspaceId, table.startedBy).where(sql`started_by is not null`),
  ],
);
