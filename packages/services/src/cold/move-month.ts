import { ColdError, type Database, openColdStore } from "@baton/db";
import { listPendingErasures, listWarmDays, shrinkMonth } from "@baton/db/write";
import { type MovedRows, moveDay } from "./move-day";
import { removeColdFiles } from "./remove-cold-files";

/**
 * Moves the texts of a closed month (`2026-05`, UTC) to the cold store, a day per transaction, and returns their space to
 * the operating system. Lines that arrive later stay in the database until the next call.
 *
 * @throws ColdError if the month is not over, an erasure is pending, or the store failed. Days before that have moved.
 */
export async function moveMonth(
  db: Database,
  {
    workspaceId,
    month,
    now = new Date(),
    onDay,
    signal,
  }: {
    workspaceId: string;
    month: string;
    now?: Date;
    onDay?: (day: string) => void;
    signal?: AbortSignal | undefined;
  },
): Promise<MovedRows> {
  if (month >= now.toISOString().slice(0, 7)) {
    throw new ColdError(`${month} is not over. Only closed months can move to cold storage.`);
  }
  const store = openColdStore();
  await refuseDuringErasure(db, workspaceId);
  await removeColdFiles(db);
  const moved = { rowCount: 0, fileCount: 0, byteLength: 0 };
  for (const day of await listWarmDays(db, workspaceId, month)) {
    if (signal?.aborted) break;
    await refuseDuringErasure(db, workspaceId);
    onDay?.(day);
    const one = await moveDay(db, store, { workspaceId, day });
    moved.rowCount += one.rowCount;
    moved.fileCount += one.fileCount;
    moved.byteLength += one.byteLength;
  }
  if (moved.rowCount > 0) await shrinkMonth(db, month);
  return moved;
}

/** An erasure that looks for a name needs the texts in the database until it is finished. */
async function refuseDuringErasure(db: Database, workspaceId: string): Promise<void> {
  const pending = await listPendingErasures(db);
  if (pending.some((erasure) => erasure.workspaceId === workspaceId)) {
    throw new ColdError(
      `An erasure is pending in ${workspaceId}. Run this again when ingest has finished it.`,
    );
  }
}
