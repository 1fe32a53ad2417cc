import { and, desc, eq, gte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { compaction, handoff, session } from "../../schema/index";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { type RecordScope, recordsSince } from "./record-scope";

/** Limits a list to the newest records of a scope. */
type ListScope = RecordScope & { limit: number };

const SessionRecord = z.object({
  sessionId: z.string(),
  parentSessionId: z.string().nullable(),
  title: z.string().nullable(),
  workflowId: z.string().nullable(),
  format: z.string(),
  startedAt: Milliseconds,
  lastEventAt: Milliseconds,
  /** Null, like `model`, unless all calls of the session have the same one. */
  agent: z.string().nullable(),
  model: z.string().nullable(),
  events: Sum,
  errors: Sum,
  handoffs: Sum,
  compactions: Sum,
  calls: Sum,
  inputTokens: Sum,
  cacheWriteTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
});

/**
 * Lists sessions by their last event, with the usage of their model calls. `since` selects sessions with an
 * event at or after that time.
 */
export async function listSessionRecords(db: Database, { workspaceId, sessionId, since, limit }: ListScope) {
  const isListed = and(
    eq(session.workspaceId, workspaceId),
    sessionId === undefined ? undefined : eq(session.sessionId, sessionId),
    since && gte(session.lastEventAt, since),
  );
  return selectRows(
    db,
    SessionRecord,
    sql`with listed as (select * from ${session} where ${isListed} order by last_event_at desc, session_id desc limit ${limit}::bigint)
      select session_id as "sessionId", parent_session_id as "parentSessionId", title, workflow_id as "workflowId", format,
        extract(epoch from started_at) * 1000 as "startedAt", extract(epoch from last_event_at) * 1000 as "lastEventAt",
        usage.*, event_count as events, error_count as errors, handoff_count as handoffs, compaction_count as compactions
      from listed cross join lateral (
        select case when min(agent) = max(agent) then min(agent) end as agent, case when min(model) = max(model) then min(model) end as model,
          count(*) as calls, coalesce(sum(input_tokens), 0) as "inputTokens", coalesce(sum(cache_creation_tokens), 0) as "cacheWriteTokens",
          coalesce(sum(cache_read_tokens), 0) as "cacheReadTokens", coalesce(sum(output_tokens), 0) as "outputTokens"
        from message_usage where workspace_id = ${workspaceId} and session_id = listed.session_id
      ) as usage
      order by last_event_at, session_id`,
  );
}

/** Lists handoffs of every kind by time. Sizes are in tokens, null if not recorded. */
export async function listHandoffRecords(db: Database, { limit, ...scope }: ListScope) {
  const { eventId, occurredAt, sessionId, kind, ruleId, beforeTokens, afterTokens } = handoff;
  const newest = await db
    .select({
      eventId,
      occurredAt,
      sessionId,
      kind,
      from: handoff.fromAgent,
      to: handoff.toAgent,
      ruleId,
      beforeTokens,
      afterTokens,
    })
    .from(handoff)
    .where(recordsSince(handoff, scope))
    .orderBy(desc(occurredAt), desc(handoff.sourceFileId), desc(handoff.sequence), desc(handoff.ordinal))
    .limit(limit);
  return newest.reverse();
}

/** Lists compactions by time. Sizes are in tokens, null if not recorded. */
export async function listCompactionRecords(db: Database, { limit, ...scope }: ListScope) {
  const { eventId, occurredAt, sessionId, agent, trigger, beforeTokens, afterTokens } = compaction;
  const newest = await db
    .select({ eventId, occurredAt, sessionId, agent, trigger, beforeTokens, afterTokens })
    .from(compaction)
    .where(recordsSince(compaction, scope))
    .orderBy(desc(occurredAt), desc(eventId))
    .limit(limit);
  return newest.reverse();
}
