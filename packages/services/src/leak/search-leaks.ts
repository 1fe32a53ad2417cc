import type { Database } from "@baton/db";
import {
  blockErasure,
  getLeakSearch,
  hasOtherHandoffs,
  listSearchedWorkspaces,
  lockSearchedSession,
  type ResolvedHandoff,
  readNext,
  type SessionKey,
  toSearched,
  updateLeakSearch,
  upsertLeakSearches,
} from "@baton/db/write";
import { toStorableText } from "@baton/server/storable-text";
import { storeLeaks } from "./store-leaks";

/**
 * Finds and stores the leaks of new handoffs. If one of them is the first to block a field, and later handoffs
 * are already stored, those are searched too: some now, the rest by {@link searchLeaks}.
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
  for (const [sessionId, gap] of gaps) {
    const found = { workspaceId, sessionId: toStorableText(sessionId) };
    if (!(await hasOtherHandoffs(tx, found, gap, outlined))) continue;
    const until = gap.until && new Date(gap.until.occurredAt);
    await upsertLeakSearches(tx, [
      { ...found, ...gap.from, occurredAt: new Date(gap.from.occurredAt), until },
    ]);
    await searchSome(tx, found);
  }
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
      if (!waiting) continue;
      await searchSome(tx, waiting);
      return waiting;
    }
    return null;
  });
}

/** Searches the next handoffs of a session. */
async function searchSome(tx: Database, key: SessionKey): Promise<void> {
  const search = await getLeakSearch(tx, key);
  if (!search) return;
  const { handoffs, isLast } = await readNext(tx, search);
  const { postponed } = await storeLeaks(tx, key.workspaceId, handoffs);
  const firstLeft = handoffs.findIndex((one) => postponed.has(one));
  const last = firstLeft < 0 ? handoffs.at(-1) : handoffs[firstLeft - 1];
  await updateLeakSearch(tx, key, !last || (isLast && firstLeft < 0) ? null : last);
}
