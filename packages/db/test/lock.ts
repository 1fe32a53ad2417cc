import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../src/client";
import { testNodes } from "./test-nodes";

const COUNT = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when a statement waits for a lock, on any node. */
export async function untilSomeoneWaits(db: Database): Promise<void> {
  const statement =
    testNodes().length === 0
      ? sql.raw(COUNT)
      : sql`select sum(result::int) as count from run_command_on_all_nodes(${COUNT})`;
  await expect
    .poll(async () => {
      const {
        rows: [row],
      } = await db.execute<{ count: string }>(statement);
      return Number(row?.count);
    })
    .toBeGreaterThan(0);
}
