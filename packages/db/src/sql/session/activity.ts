import { HANDOFF_KINDS } from "@baton/core/session";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

const Activity = z.object({
  type: z.enum(["handoff", "compaction"]),
  eventId: z.string(),
  sessionId: z.string().nullable(),
  occurredAt: Milliseconds,
  kind: z.enum(HANDOFF_KINDS).nullable(),
  fromAgent: z.string().nullable(),
  toAgent: z.string().nullable(),
  ruleId: z.string().nullable(),
  scopingState: z.string().nullable(),
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
});
type Activity = z.infer<typeof Activity>;

/** Returns the newest handoffs and compactions of a workspace, newest first. */
export async function listRecentActivity(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<Activity[]> {
  return selectRows(
    db,
    Activity,
    sql`
      (select 'handoff' as type, event_id as "eventId", session_id as "sessionId",
          extract(epoch from occurred_at) * 1000 as "occurredAt", kind, from_agent as "fromAgent",
          to_agent as "toAgent", rule_id as "ruleId", scoping_state as "scopingState",
          before_tokens as "beforeTokens", after_tokens as "afterTokens"
        from handoff where workspace_id = ${workspaceId} order by occurred_at desc limit ${limit})
      union all
      (select 'compaction', event_id, session_id, extract(epoch from occurred_at) * 1000, null, agent, null, null,
          null, before_tokens, after_tokens
        from compaction where workspace_id = ${workspaceId} order by occurred_at desc limit ${limit})
      order by "occurredAt" desc limit ${limit}`,
  );
}
