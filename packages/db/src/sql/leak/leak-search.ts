import type { LedgerGap } from "@baton/server/lineage";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { leakSearch, session } from "../../schema/index";
import { blockErasure } from "../erasure/erased-lines";
import type { ResolvedHandoff } from "../handoff/handoff-write";
import { insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import { selectRows } from "../statement/rows";
import { storeLeaks } from "./leak-write";
import { PLACE, PLACE_COLUMNS, readNext, type SearchedHandoff, toSearched } from "./searched-handoff";

/** A position before every event. */
const START = {
  occurredAt: new Date(-62_135_596_800_000),
  sourceFileId: 0,
  generation: 0,
  sequence: 0,
  ordinal: 0,
};

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
    const until = gap.until && new Date(gap.until.occurredAt);
    await upsertSearches(db, [{ ...found, ...gap.from, occurredAt: new Date(gap.from.occurredAt), until }]);
    await searchSome(db, found);
  }
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

/** Stores searches. Extends a search of the same session that has not finished. */
async function upsertSearches(
  db: Database,
  rows: readonly (typeof leakSearch.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  const placeOf = (source: SQL) =>
    sql.join(
      PLACE_COLUMNS.map((column) => sql`${source}.${sql.raw(column)}`),
      sql`, `,
    );
  const isEarlier = sql`(${placeOf(sql`excluded`)}) < (${placeOf(sql`leak_search`)})`;
  const earlier = PLACE_COLUMNS.map((column) => {
    const name = sql.raw(column);
    return sql`${name} = case when ${isEarlier} then excluded.${name} else leak_search.${name} end`;
  });
  await insertRows(
    db,
    leakSearch,
    rows,
    sql`on conflict (workspace_id, session_id) do update set ${sql.join(earlier, sql`, `)},
      until = case when excluded.until is null or leak_search.until is null then null
        else greatest(excluded.until, leak_search.until) end`,
  );
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
