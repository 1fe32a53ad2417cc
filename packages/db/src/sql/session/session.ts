import { SCOPING_STATES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS } from "@baton/core/session";
import { ENFORCEMENTS } from "@baton/server/lineage";
import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { compaction, event, session } from "../../schema/index";
import { NET_TOKENS } from "../savings/net-tokens";
import { firstNames } from "../statement/first-names";
import { Milliseconds, Sum, selectPrepared, selectRows } from "../statement/rows";
import { sessionFamily } from "./session-family";
import { MAX_READ_HANDOFFS } from "./session-size";

interface SessionKey {
  workspaceId: string;
  sessionId: string;
}

/** Letters of a title that are told: it may be the whole of what a person asked for. */
export const MAX_TITLE = 500;

const { title, ...TOLD_OF_SESSION } = getTableColumns(session);
const SESSION_COLUMNS = {
  ...TOLD_OF_SESSION,
  title: sql<string | null>`left(${title}, ${sql.raw(String(MAX_TITLE))})`,
};

/** A session's row, or null. */
export async function getSession(db: Database, { workspaceId, sessionId }: SessionKey) {
  const rows = await db
    .select(SESSION_COLUMNS)
    .from(session)
    .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, sessionId)))
    .prepare("session")
    .execute();
  return rows[0] ?? null;
}

/** The whole title of a session, which is told in its file alone; null where it has none. */
export async function getSessionTitle(
  db: Database,
  { workspaceId, sessionId }: SessionKey,
): Promise<string | null> {
  const [found] = await db
    .select({ title })
    .from(session)
    .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, sessionId)));
  return found?.title ?? null;
}

/** What a list or a drawing shows of a handoff: thousands of them go to a page. */
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
 * The first 10,000 handoffs of a session and of those below it, in the order of time, and of the file where
 * times are equal.
 *
 * Whatever is stored of sessions stands between their first event and their last, and in the months of these
 * alone.
 */
export async function listSessionHandoffs(db: Database, session: SessionKey) {
  const family = sessionFamily(session);
  const ofFamily = sql`from session where workspace_id = ${session.workspaceId} and session_id in ${family}`;
  return selectPrepared(
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

/** All compactions of a session in the order of time. */
export async function listSessionCompactions(db: Database, { workspaceId, sessionId }: SessionKey) {
  return db
    .select()
    .from(compaction)
    .where(and(eq(compaction.workspaceId, workspaceId), eq(compaction.sessionId, sessionId)))
    .orderBy(asc(compaction.occurredAt));
}

const MAX_SHOWN_COMPACTIONS = 500;
/** Letters of one summary, and of all together, that stand on a session's page. */
const [MAX_SHOWN_LETTERS, MAX_ALL_LETTERS] = [50_000, 500_000];
const SHOWN_NAMES = { limit: 20, letters: 200 };

/**
 * The first 500 compactions of a session in the order of time, and of each summary the first 50,000
 * letters, until these are 500,000: null where there is no more room, or no summary. Of what was
 * preserved twenty names are told, and all counted.
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
    .limit(MAX_SHOWN_COMPACTIONS)
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

/** One compaction with its summary and what it lost, or null. */
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
export type AgentUsage = z.infer<typeof AgentUsage>;

/** Of an agent of more models than these the first are named. */
const MAX_MODELS = 20;

/**
 * What the provider counted for each agent of a session and of those below it, in tokens: each call once, the
 * main agent first; `limit` agents at the most.
 */
export async function listSessionUsage(
  db: Database,
  { workspaceId, sessionId, limit }: SessionKey & { limit: number },
): Promise<AgentUsage[]> {
  return selectRows(
    db,
    AgentUsage,
    sql`select agent, (array_remove(array_agg(distinct model), null))[:${MAX_MODELS}::int] as models, count(*) as calls,
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
   * Lines of the file that are in quarantine, whichever session they are of: of what could not be read nobody
   * knows. None of what programs post, which is one file for all sessions of a key.
   */
  quarantinedLines: Sum,
  lastReadAt: Milliseconds.nullable(),
});

/** The files that a session's events came from; `limit` at the most. */
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

/** How often each type of event occurs in a session, most first; `limit` types at the most. */
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
