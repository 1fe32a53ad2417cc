import type { Database } from "@baton/db";
import {
  addDeleted,
  BATON_ACTOR,
  blockStoring,
  type DeletedRows,
  deleteExpiredActivity,
  deleteExpiredLines,
  dropExpiredPartitions,
  listRetentions,
  recordAudit,
  retainedSince,
  updateAppliedAt,
  updateAppliedBefore,
} from "@baton/db/write";

/** Lines that one transaction deletes. Storing waits for it, some tenths of a second. */
const BATCH_LINES = 2_000;

/**
 * Deletes data older than the retention of each workspace. Drops partitions that no workspace needs, and
 * deletes the rest in batches, so that it can stop at any time and continue later. Several processes can run
 * it. Adds an audit entry when a workspace is finished or the signal aborts; deletions of a killed process
 * are not counted.
 *
 * @returns deleted rows by workspace; without workspaces that had none.
 */
export async function applyRetention(
  db: Database,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<Map<string, DeletedRows>> {
  const retentions = await listRetentions(db);
  const removed = new Map<string, DeletedRows>();
  for (const { workspaceId, days } of retentions) {
    if (!signal?.aborted) await updateAppliedBefore(db, { workspaceId, before: retainedSince(days, now) });
  }
  for (const [workspaceId, eventCount] of await dropExpiredPartitions(db)) {
    removed.set(workspaceId, { event: eventCount });
  }
  for (const { workspaceId, days } of retentions) {
    let deleted = removed.get(workspaceId) ?? {};
    const before = retainedSince(days, now);
    while (!signal?.aborted) {
      const batch = await db.transaction((tx) => deleteBatch(tx, workspaceId, before));
      if (!batch) break;
      deleted = addDeleted(deleted, batch);
    }
    deleted = await db.transaction(async (tx) => {
      const all = signal?.aborted
        ? deleted
        : addDeleted(deleted, await finishWorkspace(tx, workspaceId, before));
      await recordRemoved(tx, workspaceId, before, all);
      return all;
    });
    if (hasRows(deleted)) removed.set(workspaceId, deleted);
  }
  return removed;
}

/** @returns null if nothing was left to delete. */
async function deleteBatch(tx: Database, workspaceId: string, before: Date): Promise<DeletedRows | null> {
  await blockStoring(tx, workspaceId);
  return deleteExpiredLines(tx, { workspaceId, before, limit: BATCH_LINES });
}

async function finishWorkspace(tx: Database, workspaceId: string, before: Date): Promise<DeletedRows> {
  const deleted = await deleteExpiredActivity(tx, { workspaceId, before });
  await updateAppliedAt(tx, { workspaceId });
  return deleted;
}

async function recordRemoved(
  tx: Database,
  workspaceId: string,
  before: Date,
  removed: DeletedRows,
): Promise<void> {
  if (!hasRows(removed)) return;
  await recordAudit(tx, {
    workspaceId,
    actor: BATON_ACTOR,
    action: "retention.apply",
    subject: "events",
    details: { before: before.toISOString(), removed },
  });
}

function hasRows(counts: DeletedRows): boolean {
  return Object.values(counts).some((count) => count > 0);
}
