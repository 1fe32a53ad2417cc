import type { LedgerGap } from "@baton/server/lineage";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { leak, leakSearch, session } from "../../schema/index";
import { listFamilies, listSessionsBelow } from "../session/session-family";
import { insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import { selectRows } from "../statement/rows";
import { PLACE, PLACE_COLUMNS, type SearchedHandoff } from "./searched-handoff";

/** A position before every event. */
const START = {
  occurredAt: new Date(-62_135_596_800_000),
  sourceFileId: 0,
  generation: 0,
  sequence: 0,
  ordinal: 0,
};

export type LeakSearch = typeof leakSearch.$inferSelect;

export interface SessionKey {
  workspaceId: string;
  /** As stored. */
  sessionId: string;
}

/**
 * Returns the sessions whose gaps contain stored handoffs other than those of the batch that caused them.
 *
 * @param gaps of sessions as stored, each named once.
 */
export async function listSessionsWithOtherHandoffs(
  db: Database,
  workspaceId: string,
  gaps: readonly { sessionId: string; gap: LedgerGap }[],
  batch: readonly SearchedHandoff[],
): Promise<Set<string>> {
  if (gaps.length === 0) return new Set();
  const isoTime = (occurredAt: number) => new Date(occurredAt).toISOString();
  const spans = gaps.map(({ sessionId, gap: { from, until } }) => ({
    id: sessionId,
    since: isoTime(from.occurredAt),
    until: until && isoTime(until.occurredAt),
  }));
  const known = batch.map(({ place: { occurredAt, ...position } }) => ({
    at: isoTime(occurredAt),
    ...position,
  }));
  // The list of known positions does not depend on the span, so that PostgreSQL hashes it once.
  const rows = await selectRows(
    db,
    z.object({ id: z.string() }),
    sql`select id from json_to_recordset(${JSON.stringify(spans)}::text::json)
        as span(id text, since timestamptz, until timestamptz)
      where exists (
        select 1 from handoff where workspace_id = ${workspaceId} and session_id = span.id
          and occurred_at >= since and (until is null or occurred_at <= until)
          and (${PLACE}) not in (select at, "sourceFileId", sequence, ordinal, generation
            from json_to_recordset(${JSON.stringify(known)}::text::json)
              as known(at timestamptz, "sourceFileId" bigint, sequence bigint, ordinal int, generation int)))`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Stores searches. Extends a search of the same session that has not finished. */
export async function upsertLeakSearches(db: Database, searches: readonly LeakSearch[]): Promise<void> {
  if (searches.length === 0) return;
  // Sorted, so that two processes cannot deadlock.
  const rows = [...searches].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
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
      is_new_to_family = excluded.is_new_to_family or leak_search.is_new_to_family,
      until = case when excluded.until is null or leak_search.until is null then null
        else greatest(excluded.until, leak_search.until) end`,
  );
}

/**
 * Searches sessions and all below them for leaks, in full, after they were linked to other sessions.
 *
 * @param sessionIds as stored.
 */
export async function searchLinkedSessions(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const linked = await listSessionsBelow(db, workspaceId, sessionIds);
  await upsertLeakSearches(
    db,
    linked.map((sessionId) => ({ workspaceId, sessionId, ...START, until: null, isNewToFamily: true })),
  );
}

/**
 * Deletes the blocks and leaks of sessions, and the leaks of their blocks in other sessions, and searches them
 * again, after their policy became known, some of their lines were erased, or they got another parent.
 *
 * @param sessionIds as stored.
 */
export async function restartLeaks(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const dependent = await db
    .selectDistinct({ sessionId: leak.sessionId })
    .from(leak)
    .where(
      and(
        eq(leak.workspaceId, workspaceId),
        isAmong(leak.blockedSessionId, sessionIds),
        ne(leak.blockedSessionId, leak.sessionId),
      ),
    );
  const restarted = [...sessionIds, ...dependent.map(({ sessionId }) => sessionId)];
  // Sorted, so that two processes cannot deadlock.
  const existing = await db
    .select({ sessionId: session.sessionId })
    .from(session)
    .where(and(eq(session.workspaceId, workspaceId), isAmong(session.sessionId, restarted)))
    .orderBy(sql`${session.sessionId} collate "C"`)
    .for("update");
  const isOne = sql`workspace_id = ${workspaceId} and session_id = any
    (array(select json_array_elements_text(${JSON.stringify(restarted)}::text::json)))`;
  for (const table of ["block_mark", "leak", "leak_search"]) {
    await db.execute(sql`delete from ${sql.identifier(table)} where ${isOne}`);
  }
  await db.execute(sql`update session set leak_count = 0 where ${isOne} and leak_count > 0`);
  await upsertLeakSearches(
    db,
    existing.map(({ sessionId }) => ({ workspaceId, sessionId, ...START, until: null, isNewToFamily: true })),
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
        or exists (select 1 from leak_search where workspace_id = ${workspaceId} and session_id = id)
        or exists (select 1 from leak where workspace_id = ${workspaceId} and blocked_session_id = id
          and blocked_session_id <> session_id)`,
  );
  await restartLeaks(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  );
}

/**
 * Returns the workspaces with unfinished searches. A search of a session that is named as a parent, but not
 * stored, waits for it.
 */
export async function listSearchedWorkspaces(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ workspaceId: leakSearch.workspaceId })
    .from(leakSearch)
    .innerJoin(
      session,
      and(eq(session.workspaceId, leakSearch.workspaceId), eq(session.sessionId, leakSearch.sessionId)),
    );
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Locks a session with an unfinished search; returns null if other processes hold all of them. */
export async function lockSearchedSession(db: Database, workspaceId: string): Promise<SessionKey | null> {
  const [waiting] = await db
    .select({ workspaceId: session.workspaceId, sessionId: session.sessionId })
    .from(session)
    .innerJoin(
      leakSearch,
      and(eq(leakSearch.workspaceId, session.workspaceId), eq(leakSearch.sessionId, session.sessionId)),
    )
    .where(eq(session.workspaceId, workspaceId))
    .orderBy(leakSearch.isNewToFamily)
    .limit(1)
    .for("update", { of: session, skipLocked: true });
  return waiting ?? null;
}

/**
 * Locks the sessions of a session's family, so that every block of theirs is visible.
 *
 * @returns false if other processes hold some of them.
 */
export async function tryLockFamily(db: Database, { workspaceId, sessionId }: SessionKey): Promise<boolean> {
  const families = await listFamilies(db, workspaceId, [fromStorableText(sessionId)]);
  const family = families.flat().map(toStorableText);
  const isOne = and(eq(session.workspaceId, workspaceId), isAmong(session.sessionId, family));
  const locked = await db
    .select({ sessionId: session.sessionId })
    .from(session)
    .where(isOne)
    .for("update", { skipLocked: true });
  return locked.length === (await db.$count(session, isOne));
}

/** Returns the unfinished search of a session; null without one. */
export async function getLeakSearch(db: Database, key: SessionKey): Promise<LeakSearch | null> {
  const [search] = await db.select().from(leakSearch).where(isSearchOf(key));
  return search ?? null;
}

/** Records the last searched handoff of a search; null ends it. */
export async function updateLeakSearch(
  db: Database,
  key: SessionKey,
  last: SearchedHandoff | null,
): Promise<void> {
  if (!last) {
    await db.delete(leakSearch).where(isSearchOf(key));
    return;
  }
  const { occurredAt, ...position } = last.place;
  await db
    .update(leakSearch)
    .set({ ...position, occurredAt: new Date(occurredAt) })
    .where(isSearchOf(key));
}

function isSearchOf({ workspaceId, sessionId }: SessionKey): SQL | undefined {
  return and(eq(leakSearch.workspaceId, workspaceId), eq(leakSearch.sessionId, sessionId));
}
