import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Handoffs of one pair that are looked at: many belong to the same session. */
const LOOKED_AT = 100;

const LatestSession = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  handoffCount: Sum,
  savedTokens: Sum,
  scopedCount: Sum,
  violationCount: Sum,
  errorCount: Sum,
  lastEventAt: Milliseconds,
});
type LatestSession = z.infer<typeof LatestSession>;

interface LatestQuery {
  workspaceId: string;
  /** Exclusive end of the time looked at. */
  end: Date;
  limit: number;
}

/** Lists the sessions with the latest handoffs of pairs, newest first. */
export async function listLatestSessionsOfPairs(
  db: Database,
  { pairs, ...query }: LatestQuery & { pairs: readonly { fromAgent: string; toAgent: string }[] },
): Promise<LatestSession[]> {
  if (pairs.length === 0) return [];
  return selectSessions(
    db,
    query,
    sql`select latest.* from json_to_recordset(${JSON.stringify(pairs)}::text::json) as pair("fromAgent" text, "toAgent" text),
      lateral (${latestOf(query, sql`from_agent = pair."fromAgent" and to_agent = pair."toAgent"`)}) latest`,
  );
}

/** Lists the sessions with the latest handoffs of a rule, newest first. An empty rule is the default. */
export async function listLatestSessionsOfRule(
  db: Database,
  { ruleId, ...query }: LatestQuery & { ruleId: string },
): Promise<LatestSession[]> {
  const isOne = ruleId === "" ? sql`rule_id is null and kind = 'context'` : sql`rule_id = ${ruleId}`;
  return selectSessions(db, query, latestOf(query, isOne));
}

/** Lists the sessions of a workflow, newest first. */
export async function listSessionsOfWorkflow(
  db: Database,
  { workflowId, ...query }: LatestQuery & { workflowId: string },
): Promise<LatestSession[]> {
  const { workspaceId } = query;
  return selectSessions(
    db,
    query,
    sql`select session_id, last_event_at as occurred_at from session
        where workspace_id = ${workspaceId} and workflow_id = ${workflowId}
      union all select session_id, occurred_at from handoff
        where workspace_id = ${workspaceId} and workflow_id = ${workflowId}
      union all select session_id, occurred_at from manifest_handoff
        where workspace_id = ${workspaceId} and workflow_id = ${workflowId}`,
  );
}

function latestOf({ workspaceId, end }: LatestQuery, isOne: SQL): SQL {
  return sql`select session_id, occurred_at from handoff where workspace_id = ${workspaceId} and ${isOne}
    and occurred_at < ${end.toISOString()} and session_id is not null order by occurred_at desc limit ${LOOKED_AT}`;
}

function selectSessions(db: Database, { workspaceId, limit }: LatestQuery, latest: SQL) {
  return selectRows(
    db,
    LatestSession,
    sql`select session_id as "sessionId", left(title, 500) as title, handoff_count as "handoffCount",
        saved_tokens as "savedTokens", scoped_count as "scopedCount", violation_count as "violationCount",
        error_count as "errorCount", extract(epoch from last_event_at) * 1000 as "lastEventAt"
      from (select session_id, max(occurred_at) as at from (${latest}) each group by 1 order by 2 desc limit ${limit}::int) found
      join session using (session_id) where session.workspace_id = ${workspaceId} order by at desc, session_id`,
  );
}
