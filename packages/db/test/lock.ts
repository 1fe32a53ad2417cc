import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../src/client";

/** Resolves when a statement waits for a lock. */
export async function untilSomeoneWaits(db: Database): Promise<void> {
  await expect
    .poll(async () => {
      const {
        rows: [row],
      } = await db.execute<{ count: string }>(sql`
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return Number(row?.count);
    })
    .toBeGreaterThan(0);
}
