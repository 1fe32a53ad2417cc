import type { Database } from "@baton/db";
import { lookAtNextAlert } from "@baton/db/write";

/** Delay before a new or changed alert is evaluated. Evaluated alerts wait longer. */
export const ALERT_REST_MILLISECONDS = 10_000;

/**
 * Looks at every alert that is due, each in a transaction of its own. Any
 * number of processes may do so on one database.
 *
 * @param now milliseconds since 1970.
 */
export async function lookAtAlerts(db: Database, now: number, signal?: AbortSignal): Promise<void> {
  let isDue = true;
  while (isDue && !signal?.aborted) isDue = await lookAtNextAlert(db, now);
}
