import type { Database } from "@baton/db";
import { compareNextCompaction } from "@baton/services/compaction/compare-compactions";

export const COMPARE_REST_MILLISECONDS = 10_000;

/** Compares compactions with the texts that they replaced, one by one, until none is left or the signal aborts. */
export async function compareCompactions(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await compareNextCompaction(db)));
}
