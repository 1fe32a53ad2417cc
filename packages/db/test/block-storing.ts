import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../src/client";
import { blockStoring } from "../src/sql/erasure/erased-names";

/**
 * Starts work that waits for a workspace, and continues when all of it waits, so that concurrent work
 * certainly overlaps.
 * @param meeting.waiting number of transactions that must wait.
 * @param meanwhile runs at that moment.
 */
export async function whileStoringIsHeldOff<Result>(
  db: Database,
  { workspaceId, waiting }: { workspaceId: string; waiting: number },
  work: () => Promise<Result>,
  meanwhile: () => void = () => {},
): Promise<Result> {
  const begun = await db.transaction(async (tx) => {
    await blockStoring(tx, workspaceId);
    const result = work();
    await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(waiting);
    meanwhile();
    return { result };
  });
  return begun.result;
}

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`);
  return rows.length;
}
