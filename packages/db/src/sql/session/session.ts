import { SCOPING_STATES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS } from "@baton/core/session";
import { ENFORCEMENTS } from "@baton/server/lineage";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { compaction, event, session } from "../../schema/index";
import { NET_TOKENS } from "../savings/net-tokens";
import { firstNames } from "../statement/first-names";
import { LIST_LIMIT } from "../statement/limits";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { sessionFamily } from "./session-family";
import { MAX_READ_HANDOFFS } from "./session-size";

interface SessionKey {
  workspaceId: string;
  sessionId: string;
}

/** Returns a session's row; null if it does not exist. */
export async function getSession(db: Database, { workspaceId, sessionId }: SessionKey) {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, sessionId)));
  return rows[0] ?? null;
}

/** Data of a handoff in a list or graph. A page gets thousands of them. */
const ListedHandoff = z.object({
  eventId: z.string(),
  occurredAt: Milliseconds,
  kind: z.enum(HANDOFF_KINDS),
  fromAgent: z.string(),
  fromAgentId: z.string().nullable(),
  toAgent: z.string(),
  toAgentId: z.string().nullable(),
  mode: z.enum(HANDOFF_MODES).nullable(),
  ruleId: z.string().nullable(),
  scopingState: z.enum(SCOPING_STATES).nullable(),
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
  /** Net. */
  savedTokens: Sum.nullable(),
  enforcement: z.enum(ENFORCEMENTS).nullable(),
});

/**
 * Returns the first 10,000 handoffs of a session and its child sessions by time, and by file position for
 * equal times.
 *
 * All rows of a session are between its first and its last event, so only these months are read.
 */
export async function listSessionHandoffs(db: Database, session: SessionKey) {
  const family = sessionFamily(session);
  const ofFamily = sql`from session where workspace_id = ${session.workspaceId} and session_id in ${family}`;
  return selectRows(
    db,
    ListedHandoff,
    sql`select event_id as "eventId", extract(epoch from occurred_at) * 1000 as "occurredAt", kind, from_agent as "fromAgent",
        from_agent_id as "fromAgentId", to_agent as "toAgent", to_agent_id as "toAgentId", mode, rule_id as "ruleId", scoping_state as "scopingState", before_tokens as "beforeTokens",
        after_tokens as "afterTokens", ${NET_TOKENS} as "savedTokens", enforcement
      from handoff where workspace_id = ${session.workspaceId} and session_id in ${family}
        and occurred_at between (select min(started_at) ${ofFamily}) and (select max(last_event_at) ${ofFamily})
      order by occurred_at, source_file_id, sequence, ordinal limit ${MAX_READ_HANDOFFS}`,
  );
}

/** Returns all compactions of a session by time. */
export async function listSessionCompactions(db: Database, { workspaceId, sessionId }: SessionKey) {
  return db
    .select()
    .from(compaction)
    .where(and(eq(compaction.workspaceId, workspaceId), eq(compaction.sessionId, sessionId)))
    .orderBy(asc(compaction.occurredAt));
}

/** Maximum length of one summary, and of all summaries, on a session's page. */
const [MAX_SHOWN_LETTERS, MAX_ALL_LETTERS] = [50_000, 500_000];
const SHOWN_NAMES = { limit: 20, letters: 200 };

/**
 * Returns the first 500 compactions of a session by time. Each has the first 50,000 characters of its summary
 * until the total reaches 500,000; null after that or without a summary. Preserved facts are limited to their
 * count and twenty names.
 */
export async function listShownCompactions(db: Database, { workspaceId, sessionId }: SessionKey) {
  const { eventId, occurredAt, agent, trigger, beforeTokens, afterTokens, preserved, summary } = compaction;
  const beginning = sql<string | null>`left(${summary}, ${MAX_SHOWN_LETTERS}::int)`;
  const first = db
    .select({
      eventId,
      occurredAt,
      agent,
      trigger,
      beforeTokens,
      afterTokens,
      preserved: firstNames(preserved, SHOWN_NAMES).as("first_preserved"),
      preservedCount: sql<number>`cardinality(${preserved})`.as("preserved_count"),
      beginning: beginning.as("beginning"),
      summaryLength: sql<number>`coalesce(length(${summary}), 0)`.as("summary_length"),
    })
    .from(compaction)
    .where(and(eq(compaction.workspaceId, workspaceId), eq(compaction.sessionId, sessionId)))
    .orderBy(asc(occurredAt), asc(eventId))
    .limit(LIST_LIMIT)
    .as("first");
  const letters = sql`sum(length(${first.beginning})) over (order by ${first.occurredAt}, ${first.eventId})`;
  return db
    .select({
      eventId: first.eventId,
      occurredAt: first.occurredAt,
      agent: first.agent,
      trigger: first.trigger,
      beforeTokens: first.beforeTokens,
      afterTokens: first.afterTokens,
      preserved: first.preserved,
      preservedCount: first.preservedCount,
      summary: sql<
        string | null
      >`case when ${letters} <= ${MAX_ALL_LETTERS}::int then ${first.beginning} end`,
      summaryLength: first.summaryLength,
    })
    .from(first)
    .orderBy(asc(first.occurredAt), asc(first.eventId));
}

/** Returns a compaction with its summary and losses; null if it does not exist. */
export async function getCompaction(
  db: Database,
  { workspaceId, eventId }: { workspaceId: string; eventId: string },
) {
  const rows = await db
    .select()
    .from(compaction)
    .where(and(eq(compaction.workspaceId, workspaceId), eq(compaction.eventId, eventId)));
  return rows[0] ?? null;
}

const AgentUsage = z.object({
  agent: z.string(),
  models: z.array(z.string()),
  calls: Sum,
  inputTokens: Sum,
  cacheCreationTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
});
type AgentUsage = z.infer<typeof AgentUsage>;

/**
 * Returns the provider's token counts for each agent of a session and its child sessions, each call once, the
 * main agent first; at most `limit` agents.
 */
export async function listSessionUsage(
  db: Database,
  { workspaceId, sessionId, limit }: SessionKey & { limit: number },
): Promise<AgentUsage[]> {
  return selectRows(
    db,
    AgentUsage,
    sql`select agent, array_remove(array_agg(distinct model), null) as models, count(*) as calls,
        sum(input_tokens) as "inputTokens", sum(cache_creation_tokens) as "cacheCreationTokens",
        sum(cache_read_tokens) as "cacheReadTokens", sum(output_tokens) as "outputTokens"
      from message_usage where workspace_id = ${workspaceId} and session_id in ${sessionFamily({ workspaceId, sessionId })}
      group by agent order by agent <> 'main', sum(output_tokens) desc, agent limit ${limit}::int`,
  );
}

const SessionFile = z.object({
  path: z.string(),
  format: z.string().nullable(),
  lines: Sum,
  /**
   * Returns quarantined lines of the file. An invalid line may belong to any session. Excludes posted lines,
   * because all sessions of an API key share one file.
   */
  quarantinedLines: Sum,
  lastReadAt: Milliseconds.nullable(),
});

/** Returns the files of a session's events; at most `limit`. */
export async function listSessionFiles(
  db: Database,
  { workspaceId, sessionId, limit }: SessionKey & { limit: number },
) {
  return selectRows(
    db,
    SessionFile,
    sql`with file as (
      select source_file_id, source_file.path, source_file.format, count(distinct (event.generation, event.sequence)) as lines,
        max(event.generation) as generation, extract(epoch from source_file.last_read_at) * 1000 as last_read
      from event join source_file using (workspace_id, source_file_id)
      where event.workspace_id = ${workspaceId} and event.session_id = ${sessionId}
      group by 1, 2, 3, source_file.last_read_at order by 2 limit ${limit}::int
    )
    select path, format, lines, last_read as "lastReadAt", (
        select count(*) from quarantined_line
        where workspace_id = ${workspaceId} and quarantined_line.source_file_id = file.source_file_id and replayed_at is null
          and generation >= file.generation and path not like 'http:%'
      ) as "quarantinedLines"
    from file order by path`,
  );
}

/** Returns the frequency of each event type in a session, most frequent first; at most `limit` types. */
export async function countSessionEvents(
  db: Database,
  { workspaceId, sessionId, limit }: SessionKey & { limit: number },
) {
  return db
    .select({ eventType: event.eventType, count: sql<number>`count(*)::int` })
    .from(event)
    .where(and(eq(event.workspaceId, workspaceId), eq(event.sessionId, sessionId)))
    .groupBy(event.eventType)
    .orderBy(sql`count(*) desc`, event.eventType)
    .limit(limit);
}
