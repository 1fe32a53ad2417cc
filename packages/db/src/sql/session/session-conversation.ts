import { HANDOFF_KINDS } from "@baton/core/session";
import { ENFORCEMENTS } from "@baton/server/lineage";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { agent, session } from "../../schema/index";
import { tryColdTexts } from "../cold/cold-text";
import { isAmong } from "../statement/is-among";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

interface SessionKey {
  workspaceId: string;
  sessionId: string;
}

/** Position of a line in a session, whose lines are ordered by time, then by file. */
export interface ConversationPlace {
  /** Milliseconds since 1970. */
  occurredAt: number;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

interface LinesQuery extends SessionKey {
  /** The line at which to start, which is not returned; null for the first or last line of the session. */
  from: ConversationPlace | null;
  isBackward: boolean;
  /** Lines of this agent: null for the one of the session, `*` for all. */
  agentId: string | null;
  limit: number;
  /** Returns only the nearest lines before this number of bytes, at least one. */
  maxBytes: number;
}

const Line = z.object({
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  eventType: z.string(),
  agentId: z.string().transform(fromStorableText).nullable(),
  text: z.string().nullable(),
  coldBytes: z.number().nullable(),
  hasContent: z.boolean(),
  nearCount: Sum,
});

/**
 * Returns stored lines of a session after or before a place, nearest first. `text` is null if it is not stored.
 * `hasMore` tells if there may be more. `problem` is the reason if texts in cold storage cannot be read. Skips lines that
 * repeat an earlier event.
 */
export async function listConversationLines(db: Database, query: LinesQuery) {
  const { workspaceId, sessionId, from, isBackward, agentId, limit, maxBytes } = query;
  const way = isBackward ? sql`desc` : sql`asc`;
  const order = sql`occurred_at ${way}, source_file_id ${way}, generation ${way}, sequence ${way}`;
  const beyond =
    from &&
    sql`and (occurred_at, source_file_id, generation, sequence) ${isBackward ? sql`<` : sql`>`}
      (${new Date(from.occurredAt).toISOString()}::timestamptz, ${from.sourceFileId}::bigint, ${from.generation}::int, ${from.sequence}::bigint)`;
  const own = sql`select agent_id from agent
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and is_main`;
  const ofAgent =
    agentId === null
      ? sql`and (agent_id is null or agent_id in (${own}))`
      : sql`and agent_id = ${toStorableText(agentId)}`;
  const rows = await selectRows(
    db,
    Line,
    sql`with near as materialized (
        select occurred_at, source_file_id, generation, sequence, ordinal, event_type, agent_id, cold_bytes, has_content, byte_length
        from event where workspace_id = ${workspaceId} and session_id = ${sessionId} and ordinal = 0
          and duplicate_of is null ${beyond ?? sql``} ${agentId === "*" ? sql`` : ofAgent}
        order by ${order} limit ${limit}::int
      ), sized as (select *, sum(byte_length) over (order by ${order}) - byte_length as bytes_before from near)
      select extract(epoch from occurred_at) * 1000 as "occurredAt", source_file_id as "sourceFileId", generation, sequence,
        ordinal, event_type as "eventType", agent_id as "agentId", cold_bytes as "coldBytes", has_content as "hasContent",
        (select count(*) from near) as "nearCount",
        (select text from event whole where whole.workspace_id = ${workspaceId} and whole.occurred_at = sized.occurred_at
          and whole.source_file_id = sized.source_file_id and whole.generation = sized.generation
          and whole.sequence = sized.sequence and whole.ordinal = 0) as text
      from sized where bytes_before < ${maxBytes}::float8 order by ${order}`,
  );
  const { rows: lines, problem } = await tryColdTexts(db, workspaceId, rows);
  return {
    lines: lines.map(({ coldBytes, ordinal, nearCount, ...line }) => line),
    hasMore: rows.length < (rows[0]?.nearCount ?? 0) || rows.length === limit,
    problem,
  };
}
const Place = { sourceFileId: Sum, generation: z.number(), sequence: Sum };
const Handoff = z.object({
  ...Place,
  eventId: z.string(),
  kind: z.enum(HANDOFF_KINDS),
  fromAgent: z.string(),
  toAgent: z.string(),
  fromAgentId: z.string().nullable(),
  toAgentId: z.string().nullable(),
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
  enforcement: z.enum(ENFORCEMENTS).nullable(),
  blockedCount: Sum,
  leakCount: Sum,
});
const Compaction = z.object({
  ...Place,
  eventId: z.string(),
  agent: z.string().nullable(),
  agentId: z.string().nullable(),
  trigger: z.string().nullable(),
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
});
const Usage = z.object({
  ...Place,
  model: z.string().nullable(),
  inputTokens: Sum,
  outputTokens: Sum,
});

/**
 * Returns what the lines at some places of a session contain: handoffs, with the number of blocked fields and of leaks,
 * compactions and the usage of calls. Sizes are in tokens; null means "not recorded".
 *
 * @param places in the order of time.
 */
export async function listConversationFacts(
  db: Database,
  {
    workspaceId,
    sessionId,
    places,
  }: SessionKey & {
    places: readonly { occurredAt: Date; sourceFileId: number; generation: number; sequence: number }[];
  },
) {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return { handoffs: [], compactions: [], usage: [] };
  const listed = JSON.stringify(
    places.map(({ sourceFileId, generation, sequence }) => ({
      source_file_id: sourceFileId,
      generation,
      sequence,
    })),
  );
  const within = (time: SQL) =>
    sql`${time} between ${first.occurredAt.toISOString()}::timestamptz and ${last.occurredAt.toISOString()}::timestamptz`;
  const here = (
    time: SQL,
  ) => sql`join json_to_recordset(${listed}::text::json) as place(source_file_id bigint, generation int, sequence bigint)
    using (source_file_id, generation, sequence)
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and ${within(time)}`;
  const place = sql`source_file_id as "sourceFileId", generation, sequence`;
  const [handoffs, compactions, usage] = await Promise.all([
    selectRows(
      db,
      Handoff,
      sql`select ${place}, event_id as "eventId", kind, from_agent as "fromAgent", to_agent as "toAgent",
          from_agent_id as "fromAgentId", to_agent_id as "toAgentId", before_tokens as "beforeTokens",
          after_tokens as "afterTokens", enforcement,
          (select count(*) from handoff_outline outline,
              lateral jsonb_path_query(outline.entries, '$[*] ? (@.cause == "blocked" && @.after < @.tokens)') field
            where outline.workspace_id = ${workspaceId} and outline.event_id = handoff.event_id) as "blockedCount",
          (select count(*) from leak where leak.workspace_id = ${workspaceId} and leak.event_id = handoff.event_id) as "leakCount"
        from handoff ${here(sql`occurred_at`)} order by sequence, ordinal`,
    ),
    selectRows(
      db,
      Compaction,
      sql`select ${place}, event_id as "eventId", agent, agent_id as "agentId", trigger, before_tokens as "beforeTokens",
          after_tokens as "afterTokens" from compaction ${here(sql`occurred_at`)}`,
    ),
    selectRows(
      db,
      Usage,
      sql`select ${place}, model, input_tokens + cache_creation_tokens + cache_read_tokens as "inputTokens",
          output_tokens as "outputTokens" from message_usage ${here(sql`counted_at`)}`,
    ),
  ]);
  return { handoffs, compactions, usage };
}
/**
 * Finds agents of a session, and of the sessions that its agents started: its own agent, those with an ID of
 * `agentIds`, and those that a delegation with an event ID of `startedBy` started.
 */
export function findConversationAgents(
  db: Database,
  {
    workspaceId,
    sessionId,
    agentIds,
    startedBy,
  }: SessionKey & { agentIds: readonly string[]; startedBy: readonly string[] },
) {
  const { parentSessionId } = session;
  return db
    .select({
      sessionId: agent.sessionId,
      agentId: agent.agentId,
      name: agent.name,
      startedBy: agent.startedBy,
      isMain: agent.isMain,
    })
    .from(agent)
    .leftJoin(
      session,
      and(eq(session.workspaceId, agent.workspaceId), eq(session.sessionId, agent.sessionId)),
    )
    .where(
      and(
        eq(agent.workspaceId, workspaceId),
        or(eq(agent.sessionId, sessionId), eq(parentSessionId, sessionId)),
        or(
          and(agent.isMain, eq(agent.sessionId, sessionId)),
          isAmong(agent.agentId, agentIds.map(toStorableText)),
          isAmong(agent.startedBy, startedBy.map(toStorableText)),
        ),
      ),
    )
    .orderBy(agent.occurredAt, agent.agentId);
}

/** Agents that a page can offer for a choice. */
const MAX_AGENTS = 5_000;

/** Lists the other agents of a session by the time of their first line, at most 5,000. */
export function listSessionAgents(db: Database, { workspaceId, sessionId }: SessionKey) {
  return db
    .select({ agentId: agent.agentId, name: agent.name })
    .from(agent)
    .where(and(eq(agent.workspaceId, workspaceId), eq(agent.sessionId, sessionId), eq(agent.isMain, false)))
    .orderBy(agent.occurredAt, agent.agentId)
    .limit(MAX_AGENTS);
}
