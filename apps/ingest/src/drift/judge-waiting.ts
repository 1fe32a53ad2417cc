import type { Database } from "@baton/db";
import { judgeWaitingHandoffs } from "@baton/db/write";

export const JUDGING_REST_MILLISECONDS = 30_000;
const BATCH_SIZE = 500;

/**
 * Checks handoffs that arrived before their policy, in batches. Resolves after the current batch when the
 * signal aborts; the next run continues.
 */
export async function judgeWaiting(db: Database, signal: AbortSignal): Promise<void> {
  let judged: number;
  do judged = signal.aborted ? 0 : await judgeWaitingHandoffs(db, { limit: BATCH_SIZE });
  while (judged > 0);
}
