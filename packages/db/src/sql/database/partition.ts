import { sql } from "drizzle-orm";
import type { Database } from "../../client";

/** Tables that grow with events, with one partition per month, so that retention can drop partitions. */
export const PARTITIONED_TABLES = [
  "event",
  "handoff",
  "handoff_outline",
  "manifest_handoff",
  "artifact_read",
  "memory_read",
  "task_step",
] as const;

const PARTITION_LOCK = 7_220_150;

/**
 * Creates missing partitions for every month in `times`. Each is created separately and then attached, which
 * does not block readers and writers of the parent.
 */
export async function ensurePartitions(db: Database, times: Iterable<Date>): Promise<void> {
  const months = new Set([...times].map((time) => time.toISOString().slice(0, 7)));
  for (const month of months) {
    const start = new Date(`${month}-01T00:00:00Z`);
    const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    for (const table of PARTITIONED_TABLES) {
      await ensurePartition(db, table, start, end);
    }
  }
}

async function ensurePartition(db: Database, table: string, start: Date, end: Date): Promise<void> {
  const name = `${table}_${start.toISOString().slice(0, 7).replace("-", "_")}`;
  if (await exists(db, name)) return;
  await db.transaction(async (tx) => {
    // On Citus, the connections of a parallel attach to one node block each other. PostgreSQL ignores the setting.
    await tx.execute(sql`select pg_advisory_xact_lock(${PARTITION_LOCK}),
      set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
    if (await exists(tx, name)) return;
    const bounds = `from ('${start.toISOString()}') to ('${end.toISOString()}')`;
    await tx.execute(
      sql.raw(`create table "${name}" (like "${table}" including defaults including constraints)`),
    );
    await tx.execute(sql.raw(`alter table "${table}" attach partition "${name}" for values ${bounds}`));
  });
}

/** Reads the catalog itself: `to_regclass` may use a cache without another process's new partition. */
async function exists(db: Database, name: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_class where relname = ${name} and relnamespace = current_schema()::regnamespace`,
  );
  return rows.length > 0;
}
