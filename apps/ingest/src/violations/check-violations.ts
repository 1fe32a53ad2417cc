import type { Database } from "@baton/db";
import { checkWaitingHandoffs } from "@baton/services/violation/check-waiting-handoffs";

export const CHECK_REST_MILLISECONDS = 30_000;
const BATCH_SIZE = 500;

/**
 * Checks handoffs that arrived before their policy, in batches. Resolves after the current batch when the
 * signal aborts; the next run continues.
 */
export async function checkViolations(db: Database, signal: AbortSignal): Promise<void> {
  let checked: number;
  do checked = signal.aborted ? 0 : await checkWaitingHandoffs(db, { limit: BATCH_SIZE });
  while (checked > 0);
}
