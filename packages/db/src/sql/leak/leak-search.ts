import { OutlineEntry, SCOPING_STATES } from "@baton/core";
import { HANDOFF_KINDS } from "@baton/core/session";
import type { LedgerGap } from "@baton/server/lineage";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { leakSearch, session } from "../../schema/index";
import { blockErasure } from "../erasure/erased-lines";
import type { ResolvedHandoff } from "../handoff/handoff-write";
import { isAmong } from "../statement/is-among";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { type SearchedHandoff, storeLeaks } from "./leak-write";

/** Maximum handoffs, and maximum bytes of their stored outlines, that one transaction searches again. */
const [MAX_SEARCHED, MAX_SEARCHED_BYTES] = [200, 2_000_000];

/** A position before every event. */
const START = {
  occurredAt: new Date(-62_135_596_800_000),
  sourceFileId: 0,
  generation: 0,
  sequence: 0,
  ordinal: 0,
};

/** The position of an event in its session, as a row of SQL. */
const PLACE = sql`occurred_at, source_file_id, sequence, ordinal, generation`;

/**
 * Finds and stores the leaks of new handoffs. If one of them is the first to block a field, and later handoffs
 * are already stored, those are searched too: some now, the rest by {@link searchLeaks}.
 *
 * @param db the transaction that stored them and holds the rows of their sessions.
 */
export async function addToLeaks(
  db: Database,
  workspaceId: string,
  handoffs: readonly ResolvedHandoff[],
): Promise<void> {
  const outlined = handoffs.flatMap(toSearched);
  if (outlined.length === 0) return;
  const { gaps } = await storeLeaks(db, workspaceId, outlined);
  for (const [sessionId, gap] of gaps) {
    const found = { workspaceId, sessionId: toStorableText(sessionId) };
    if (!(await hasOthers(db, found, gap, outlined))) continue;
    await insertSearch(db, found, gap);
    await searchSome(db, found);
  }
}

function toSearched({
  sessionId,
  eventId,
  occurredAt,
  facts,
  ...position
}: ResolvedHandoff): SearchedHandoff[] {
  if (sessionId === null || !facts.outline?.length) return [];
  const { kind, fromAgent, toAgent, ruleId, policyVersion, scopingState, outline, outlineTruncated } = facts;
  const { sourceFileId, generation, sequence, ordinal } = position;
  const time = occurredAt.getTime();
  return [
    {
      sessionId,
      eventId,
      kind,
      fromAgent,
      toAgent,
      ruleId,
      occurredAt: time,
      policyVersion,
      scopingState,
      outline,
      outlineTruncated,
      agents: facts.agents && new Set(facts.agents),
      place: { occurredAt: time, sourceFileId, generation, sequence, ordinal },
    },
  ];
}

interface SessionKey {
  workspaceId: string;
  /** As stored. */
  sessionId: string;
}

/** Returns true if a gap contains stored handoffs other than those of the batch that caused it. */
async function hasOthers(
  db: Database,
  { workspaceId, sessionId }: SessionKey,
  { from, until }: LedgerGap,
  batch: readonly SearchedHandoff[],
): Promise<boolean> {
  const known = batch.map(({ place: { occurredAt, ...position } }) => ({
    at: new Date(occurredAt).toISOString(),
    ...position,
  }));
  const rows = await selectRows(
    db,
    z.object({ one: z.number() }),
    sql`select 1 as one from handoff where workspace_id = ${workspaceId} and session_id = ${sessionId}
        and occurred_at >= ${new Date(from.occurredAt).toISOString()}::timestamptz
        and ${until ? sql`occurred_at <= ${new Date(until.occurredAt).toISOString()}::timestamptz` : sql`true`}
        and (${PLACE}) not in (select at, "sourceFileId", sequence, ordinal, generation
          from json_to_recordset(${JSON.stringify(known)}::text::json)
            as known(at timestamptz, "sourceFileId" bigint, sequence bigint, ordinal int, generation int))
      limit 1`,
  );
  return rows.length > 0;
}

async function insertSearch(db: Database, key: SessionKey, { from, until }: LedgerGap): Promise<void> {
  await upsertSearches(db, [
    { ...key, ...from, occurredAt: new Date(from.occurredAt), until: until && new Date(until.occurredAt) },
  ]);
}

/** Stores searches. Extends a search of the same session that has not finished. */
async function upsertSearches(
  db: Database,
  rows: readonly (typeof leakSearch.$inferInsert)[],
): Promise<void> {
  for (const row of rows) {
    const isEarlier = sql`(excluded.occurred_at, excluded.source_file_id, excluded.sequence, excluded.ordinal, excluded.generation)
      < (leak_search.occurred_at, leak_search.source_file_id, leak_search.sequence, leak_search.ordinal, leak_search.generation)`;
    const earlier = (column: SQL) =>
      sql`case when ${isEarlier} then excluded.${column} else leak_search.${column} end`;
    await db
      .insert(leakSearch)
      .values(row)
      .onConflictDoUpdate({
        target: [leakSearch.workspaceId, leakSearch.sessionId],
        set: {
          occurredAt: earlier(sql`occurred_at`),
          sourceFileId: earlier(sql`source_file_id`),
          generation: earlier(sql`generation`),
          sequence: earlier(sql`sequence`),
          ordinal: earlier(sql`ordinal`),
          until: sql`case when excluded.until is null or leak_search.until is null then null
            else greatest(excluded.until, leak_search.until) end`,
        },
      });
  }
}

/**
 * Deletes the blocks and leaks of sessions and restarts their searches, after their policy became known or some
 * of their lines were erased.
 *
 * @param sessionIds as stored.
 */
export async function restartLeaks(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  // Sorted, so that two processes cannot deadlock.
  const existing = await db
    .select({ sessionId: session.sessionId })
    .from(session)
    .where(and(eq(session.workspaceId, workspaceId), isAmong(session.sessionId, sessionIds)))
    .orderBy(sql`${session.sessionId} collate "C"`)
    .for("update");
  const isOne = sql`workspace_id = ${workspaceId} and session_id = any
    (array(select json_array_elements_text(${JSON.stringify(sessionIds)}::text::json)))`;
  for (const table of ["block_mark", "leak", "leak_search"]) {
    await db.execute(sql`delete from ${sql.identifier(table)} where ${isOne}`);
  }
  await db.execute(sql`update session set leak_count = 0 where ${isOne} and leak_count > 0`);
  await upsertSearches(
    db,
    existing.map(({ sessionId }) => ({ workspaceId, sessionId, ...START, until: null })),
  );
}

/**
 * Restarts the searches of sessions whose lines were erased, like {@link restartLeaks}, if they had blocks.
 *
 * @param sessionIds as stored; the sessions may have been deleted.
 */
export async function restartErasedLeaks(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const rows = await selectRows(
    db,
    z.object({ id: z.string() }),
    sql`select id from json_array_elements_text(${JSON.stringify([...new Set(sessionIds)])}::text::json) as id
      where exists (select 1 from block_mark where workspace_id = ${workspaceId} and session_id = id)
        or exists (select 1 from leak_search where workspace_id = ${workspaceId} and session_id = id)`,
  );
  await restartLeaks(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  );
}

/**
 * Continues one unfinished search for leaks. Each call is a transaction, so it can stop at any time.
 *
 * @returns the session that was searched; null if no search is left, or other processes run the rest.
 */
export async function searchLeaks(db: Database): Promise<SessionKey | null> {
  return db.transaction(async (tx) => {
    const workspaces = await tx.selectDistinct({ workspaceId: leakSearch.workspaceId }).from(leakSearch);
    for (const { workspaceId } of workspaces) {
      // Lock in the same order as batches: first the erasure, then the session.
      await blockErasure(tx, workspaceId);
      const [waiting] = await tx
        .select({ workspaceId: session.workspaceId, sessionId: session.sessionId })
        .from(session)
        .innerJoin(
          leakSearch,
          and(eq(leakSearch.workspaceId, session.workspaceId), eq(leakSearch.sessionId, session.sessionId)),
        )
        .where(eq(session.workspaceId, workspaceId))
        .limit(1)
        .for("update", { of: session, skipLocked: true });
      if (!waiting) continue;
      await searchSome(tx, waiting);
      return waiting;
    }
    return null;
  });
}

/** Searches the next handoffs of a session. */
async function searchSome(db: Database, key: SessionKey): Promise<void> {
  const isOne = and(eq(leakSearch.workspaceId, key.workspaceId), eq(leakSearch.sessionId, key.sessionId));
  const [search] = await db.select().from(leakSearch).where(isOne);
  if (!search) return;
  const { handoffs, isLast } = await readNext(db, search);
  const { postponed } = await storeLeaks(db, key.workspaceId, handoffs);
  const firstLeft = handoffs.findIndex((one) => postponed.has(one));
  const last = firstLeft < 0 ? handoffs.at(-1) : handoffs[firstLeft - 1];
  if (!last || (isLast && firstLeft < 0)) {
    await db.delete(leakSearch).where(isOne);
    return;
  }
  const { occurredAt, ...position } = last.place;
  await db
    .update(leakSearch)
    .set({ ...position, occurredAt: new Date(occurredAt) })
    .where(isOne);
}

const NextHandoff = z.object({
  eventId: z.string(),
  kind: z.enum(HANDOFF_KINDS),
  fromAgent: z.string(),
  toAgent: z.string(),
  ruleId: z.string().nullable(),
  policyVersion: z.string().nullable(),
  scopingState: z.enum(SCOPING_STATES).nullable(),
  outline: z.array(OutlineEntry),
  outlineTruncated: z.boolean(),
  agents: z.array(z.string()).nullable(),
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  readCount: Sum,
});

/** Reads the handoffs after the last searched one; at least one, if any exists. */
async function readNext(
  db: Database,
  { workspaceId, sessionId, until, ...last }: typeof leakSearch.$inferSelect,
): Promise<{ handoffs: SearchedHandoff[]; isLast: boolean }> {
  const after = sql`${last.occurredAt.toISOString()}::timestamptz`;
  const rows = await selectRows(
    db,
    NextHandoff,
    sql`select event_id as "eventId", kind, from_agent as "fromAgent", to_agent as "toAgent", rule_id as "ruleId",
        policy_version as "policyVersion", scoping_state as "scopingState", entries as outline,
        is_truncated as "outlineTruncated", agents, extract(epoch from occurred_at) * 1000 as "occurredAt",
        source_file_id as "sourceFileId", generation, sequence, ordinal, read_count as "readCount"
      from (select *, count(*) over () as read_count, row_number() over in_order as place_number,
          sum(pg_column_size(entries)) over in_order as bytes
        from (select handoff.*, entries, is_truncated, agents from handoff
          join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal)
          where workspace_id = ${workspaceId} and session_id = ${sessionId} and occurred_at >= ${after}
            and (${PLACE}) > (${after}, ${last.sourceFileId}::bigint, ${last.sequence}::bigint, ${last.ordinal}::int,
              ${last.generation}::int)
            and ${until ? sql`occurred_at <= ${until.toISOString()}::timestamptz` : sql`true`}
          order by ${PLACE} limit ${MAX_SEARCHED + 1}) read
        window in_order as (order by ${PLACE})) placed
      where place_number = 1 or (place_number <= ${MAX_SEARCHED} and bytes <= ${MAX_SEARCHED_BYTES}::bigint)
      order by ${PLACE}`,
  );
  const handoffs = rows.map((row) => {
    const { sourceFileId, generation, sequence, ordinal } = row;
    const occurredAt = row.occurredAt.getTime();
    return {
      sessionId: fromStorableText(sessionId),
      eventId: fromStorableText(row.eventId),
      kind: row.kind,
      fromAgent: fromStorableText(row.fromAgent),
      toAgent: fromStorableText(row.toAgent),
      ruleId: row.ruleId && fromStorableText(row.ruleId),
      policyVersion: row.policyVersion && fromStorableText(row.policyVersion),
      scopingState: row.scopingState,
      outline: row.outline.map((entry) => ({ ...entry, path: fromStorableText(entry.path) })),
      outlineTruncated: row.outlineTruncated,
      agents: row.agents && new Set(row.agents.map(fromStorableText)),
      occurredAt,
      place: { occurredAt, sourceFileId, generation, sequence, ordinal },
    };
  });
  return { handoffs, isLast: rows.length === (rows[0]?.readCount ?? 0) };
}
