import { type Database, notifyRows } from "@baton/db";
import { searchLeaks } from "@baton/services/leak/search-leaks";

export const LEAK_REST_MILLISECONDS = 5_000;

/**
 * Continues searches for leaks that did not fit into one batch, and announces their sessions to open pages.
 * Resolves after the current step when the signal aborts; the next run continues.
 */
export async function continueSearches(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const searched = await searchLeaks(db);
    if (!searched) return;
    const { workspaceId, sessionId } = searched;
    await notifyRows(db, { workspaceId, sessionIds: [sessionId], hasHandoffs: true, hasQuarantined: false });
  }
}
