import type { RecordedHandoff } from "@baton/server/replay";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { SPANS } from "../../schema/index";
import { CursorMoment, CursorPosition } from "../line/position";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** More pairs, and fields of a pair, are not listed: the busiest are. */
const MAX_OBSERVED = 2_000;
/** More agents and fields are not listed. Lint takes these lists as complete, so that a limit must be far away. */
const MAX_NAMES = 50_000;
/** Fields are counted in the latest handoffs only, which are representative of a pair. */
const COUNTED_HANDOFFS = 5_000;

interface Span {
  start: Date;
  end: Date;
}

const ObservedPairRow = z.object({
  from: z.string(),
  to: z.string(),
  handoffs: Sum,
  beforeTokens: Sum,
  savedTokens: Sum,
  summarizerTokens: Sum,
  lastSeenAt: Milliseconds,
});

/**
 * Returns the pairs of agents with context handoffs, in a period or ever, busiest first. Observe-only
 * handoffs count. Savings are in tokens.
 */
export async function listObservedPairs(
  db: Database,
  { workspaceId, span }: { workspaceId: string; span?: Span },
) {
  const within = span
    ? sql`and start >= date_trunc('hour', ${span.start.toISOString()}::timestamptz) and start < ${span.end.toISOString()}`
    : sql``;
  return selectRows(
    db,
    ObservedPairRow,
    sql`select from_agent as "from", to_agent as "to", sum(handoff_count + observed_count) as handoffs,
        sum(before_tokens) as "beforeTokens", sum(saved_tokens) as "savedTokens",
        sum(summarizer_tokens) as "summarizerTokens", extract(epoch from max(start)) * 1000 as "lastSeenAt"
      from savings_by_pair where workspace_id = ${workspaceId} and span = ${SPANS.hour} ${within}
      group by 1, 2 having sum(handoff_count + observed_count) > 0
      order by 3 desc, 1, 2 limit ${MAX_OBSERVED}`,
  );
}

const ObservedField = z.object({ path: z.string(), handoffs: Sum, tokens: Sum });

/**
 * Returns the fields of contexts as outlines name them, each with its number of handoffs and its average size in
 * tokens; most frequent first.
 *
 * @param pair selects the latest 5,000 handoffs from or to an agent. Without it, all handoffs count.
 */
export async function listObservedFields(
  db: Database,
  { workspaceId, from, to }: { workspaceId: string; from?: string | undefined; to?: string | undefined },
) {
  if (from === undefined && to === undefined) {
    return selectRows(
      db,
      ObservedField,
      sql`select path, sum(handoff_count) as handoffs, round(sum(before_tokens) / sum(handoff_count)) as tokens
        from field_by_pair where workspace_id = ${workspaceId}
        group by 1 order by 2 desc, 1 limit ${MAX_NAMES}`,
    );
  }
  const sender = from === undefined ? sql`` : sql`and from_agent = ${from}`;
  const receiver = to === undefined ? sql`` : sql`and to_agent = ${to}`;
  return selectRows(
    db,
    ObservedField,
    sql`with latest as (
        select workspace_id, occurred_at, source_file_id, generation, sequence, ordinal from handoff
        where workspace_id = ${workspaceId} and kind = 'context' ${sender} ${receiver}
        order by occurred_at desc limit ${COUNTED_HANDOFFS})
      select entry ->> 'path' as path, count(*) as handoffs, round(avg((entry ->> 'tokens')::numeric)) as tokens
      from latest join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal),
        jsonb_array_elements(entries) as entry
      group by 1 order by 2 desc, 1 limit ${MAX_OBSERVED}`,
  );
}

const ObservedAgent = z.object({ agent: z.string(), handoffs: Sum });

/** Returns the agents that sent or received contexts, each with its number of handoffs, busiest first. */
export async function listObservedAgents(db: Database, { workspaceId }: { workspaceId: string }) {
  return selectRows(
    db,
    ObservedAgent,
    sql`select agent, sum(handoffs) as handoffs from (
        select from_agent as agent, handoff_count + observed_count as handoffs from savings_by_pair
        where workspace_id = ${workspaceId} and span = ${SPANS.day}
        union all select to_agent, handoff_count + observed_count from savings_by_pair
        where workspace_id = ${workspaceId} and span = ${SPANS.day}) seen
      group by 1 order by 2 desc, 1 limit ${MAX_NAMES}`,
  );
}

/** Position of the last handoff of a page. The next page starts after it. */
export const ReplayCursor = CursorPosition.extend({ occurredAt: CursorMoment });
export type ReplayCursor = z.infer<typeof ReplayCursor>;

/** Maximum length of one page's outlines, in characters of JSON. A single handoff may have megabytes. */
const MAX_PAGE_CHARACTERS = 16_000_000;

const OutlineLeaves = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.object({ path: z.string(), tokens: z.number() })));

const ReplayRow = z.object({
  occurredAt: z.string(),
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  fromAgent: z.string(),
  toAgent: z.string(),
  sessionId: z.string().nullable(),
  beforeTokens: Sum.nullable(),
  outline: OutlineLeaves.nullable(),
  outlineTruncated: z.boolean(),
  /** Requested handoffs per page. */
  wanted: Sum,
});

/** Returns the number of handoffs that a replay of a period covers. */
export async function countReplayHandoffs(
  db: Database,
  { workspaceId, span }: { workspaceId: string; span: Span },
): Promise<number> {
  const [row] = await selectRows(
    db,
    z.object({ count: Sum }),
    sql`select count(*) as count from handoff where ${isOfReplay(workspaceId, span)}`,
  );
  return row?.count ?? 0;
}

/**
 * Returns a page of a period's handoffs with their outlines, oldest first; fewer than `limit` if they are
 * large. `next` is null at the end.
 */
export async function listReplayHandoffs(
  db: Database,
  page: { workspaceId: string; span: Span; cursor: ReplayCursor | null; limit: number },
): Promise<{ handoffs: RecordedHandoff[]; next: ReplayCursor | null }> {
  const { workspaceId, span, cursor, limit } = page;
  const behind = cursor
    ? sql`and (h.occurred_at, h.source_file_id, h.generation, h.sequence, h.ordinal) >
        (${cursor.occurredAt}::timestamptz, ${cursor.sourceFileId}, ${cursor.generation}, ${cursor.sequence}, ${cursor.ordinal})`
    : sql``;
  const rows = await selectRows(
    db,
    ReplayRow,
    sql`select "occurredAt", "sourceFileId", generation, sequence, ordinal, "fromAgent", "toAgent", "sessionId", "beforeTokens",
        outline, "outlineTruncated", wanted
      from (
        select *, count(*) over () as wanted, row_number() over place as place, sum(length(outline)) over place as characters
        from (
          select occurred_at, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt", source_file_id as "sourceFileId", generation, sequence, ordinal,
            from_agent as "fromAgent", to_agent as "toAgent", session_id as "sessionId", before_tokens as "beforeTokens",
            o.entries::text as outline, coalesce(o.is_truncated, false) as "outlineTruncated"
          from (select * from handoff h where ${isOfReplay(workspaceId, span)} ${behind}
            order by occurred_at, source_file_id, generation, sequence, ordinal limit ${limit}) h
          left join handoff_outline o using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal)
          offset 0) texts
        window place as (order by occurred_at, "sourceFileId", generation, sequence, ordinal)) page
      where place = 1 or coalesce(characters, 0) <= ${MAX_PAGE_CHARACTERS}::int
      order by occurred_at, "sourceFileId", generation, sequence, ordinal`,
  );
  const last = rows.at(-1);
  const isLast = !last || (last.wanted < limit && rows.length === last.wanted);
  return { handoffs: rows, next: isLast ? null : ReplayCursor.parse(last) };
}

function isOfReplay(workspaceId: string, { start, end }: Span) {
  return sql`workspace_id = ${workspaceId} and kind = 'context'
    and occurred_at >= ${start.toISOString()} and occurred_at < ${end.toISOString()}`;
}

const RecentHandoff = z.object({
  eventId: z.string(),
  sessionId: z.string(),
  occurredAt: Milliseconds,
  fromAgent: z.string(),
  toAgent: z.string(),
  beforeTokens: Sum.nullable(),
});

/** Returns the latest context handoffs that a preview can use, optionally of two agents. */
export async function listRecentHandoffs(
  db: Database,
  {
    workspaceId,
    from,
    to,
    limit,
  }: { workspaceId: string; from?: string | undefined; to?: string | undefined; limit: number },
) {
  const sender = from === undefined ? sql`` : sql`and from_agent = ${from}`;
  const receiver = to === undefined ? sql`` : sql`and to_agent = ${to}`;
  return selectRows(
    db,
    RecentHandoff,
    sql`select event_id as "eventId", session_id as "sessionId", extract(epoch from occurred_at) * 1000 as "occurredAt",
        from_agent as "fromAgent", to_agent as "toAgent", before_tokens as "beforeTokens"
      from handoff where workspace_id = ${workspaceId} and kind = 'context' and session_id is not null ${sender} ${receiver}
      order by occurred_at desc limit ${limit}`,
  );
}
