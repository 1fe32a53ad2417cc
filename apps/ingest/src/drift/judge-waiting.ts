import type { Database } from "@baton/db";
import { judgeWaitingHandoffs } from "@baton/db/write";

export const JUDGING_REST_MILLISECONDS = 30_000;
const BATCH_SIZE = 500;

/**
 * Judges, batch by batch, the handoffs that came before the policy that they name, or before
 * handoffs were judged. Comes back when the signal is given and the batch at hand is
 * committed; the others are judged the next time.
 */
export async function judgeWaiting(db: Database, signal: AbortSignal): Promise<void> {
  let judged: number;
  do judged = signal.aborted ? 0 : await judgeWaitingHandoffs(db, { limit: BATCH_SIZE });
  while (judged > 0);
}
