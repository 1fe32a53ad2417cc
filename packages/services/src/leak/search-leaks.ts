import type { Database } from "@baton/db";
import {
  blockErasure,
  getLeakSearch,
  type LeakSearch,
  listSearchedWorkspaces,
  listSessionsWithOtherHandoffs,
  lockSearchedSession,
  type ResolvedHandoff,
  readNext,
  type SessionKey,
  toSearched,
  tryLockFamily,
  updateLeakSearch,
  upsertLeakSearches,
} from "@baton/db/write";
import type { LedgerGap } from "@baton/server/lineage";
import { toStorableText } from "@baton/server/storable-text";
import { storeLeaks } from "./store-leaks";

/**
 * Finds and stores the leaks of new handoffs. If one of them is the first to block a field, and later handoffs
 * are already stored, those are searched too: some of the same session now, the rest by {@link searchLeaks}.
 *
 * @param tx the transaction that stored them and holds the rows of their sessions.
 */
export async function addToLeaks(
  tx: Database,
  workspaceId: string,
  handoffs: readonly ResolvedHandoff[],
): Promise<void> {
  const outlined = handoffs.flatMap(toSearched);
  if (outlined.length === 0) return;
  const { gaps } = await storeLeaks(tx, workspaceId, outlined);
  const stored = new Set(outlined.map(({ sessionId }) => toStorableText(sessionId)));
  const waiting = gaps.flatMap(({ family, gap }) =>
    family.map((id) => ({ sessionId: toStorableText(id), gap })),
  );
  const own = waiting.filter(({ sessionId }) => stored.has(sessionId));
  const others = waiting.filter(({ sessionId }) => !stored.has(sessionId));
  const incomplete = await listSessionsWithOtherHandoffs(tx, workspaceId, own, outlined);
  const searched = own.filter(({ sessionId }) => incomplete.has(sessionId));
  await upsertLeakSearches(
    tx,
    [...others, ...searched].map(({ sessionId, gap }) => toSearch({ workspaceId, sessionId }, gap)),
  );
  for (const { sessionId } of searched) {
    const search = await getLeakSearch(tx, { workspaceId, sessionId });
    // The blocks of other sessions may not be visible yet.
    if (search && !search.isNewToFamily) await searchSome(tx, search);
  }
}

function toSearch(key: SessionKey, { from, until }: LedgerGap): LeakSearch {
  const occurredAt = new Date(from.occurredAt);
  return { ...key, ...from, occurredAt, until: until && new Date(until.occurredAt), isNewToFamily: false };
}

/**
 * Continues one unfinished search for leaks. Each call is a transaction, so it can stop at any time.
 *
 * @returns the session that was searched; null if no search is left, or other processes run the rest.
 */
export async function searchLeaks(db: Database): Promise<SessionKey | null> {
  return db.transaction(async (tx) => {
    for (const workspaceId of await listSearchedWorkspaces(tx)) {
      // Lock in the same order as batches: first the erasure, then the session.
      await blockErasure(tx, workspaceId);
      const waiting = await lockSearchedSession(tx, workspaceId);
      const search = waiting && (await getLeakSearch(tx, waiting));
      if (!search || (search.isNewToFamily && !(await tryLockFamily(tx, search)))) continue;
      await searchSome(tx, search);
      return waiting;
    }
    return null;
  });
}

/** Searches the next handoffs of a session. */
async function searchSome(tx: Database, search: LeakSearch): Promise<void> {
  const { workspaceId, sessionId, isNewToFamily } = search;
  const { handoffs, isLast } = await readNext(tx, search);
  const { gaps, postponed } = await storeLeaks(tx, workspaceId, handoffs, { isNewToFamily });
  const others = gaps.flatMap(({ family, gap }) =>
    family.map((id) => toSearch({ workspaceId, sessionId: toStorableText(id) }, gap)),
  );
  await upsertLeakSearches(
    tx,
    others.filter((other) => other.sessionId !== sessionId),
  );
  const firstLeft = handoffs.findIndex((one) => postponed.has(one));
  const last = firstLeft < 0 ? handoffs.at(-1) : handoffs[firstLeft - 1];
  await updateLeakSearch(tx, search, !last || (isLast && firstLeft < 0) ? null : last);
}
