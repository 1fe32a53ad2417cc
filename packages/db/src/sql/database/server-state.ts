import { sql } from "drizzle-orm";
import type { Database } from "../../client";

interface ServerState {
  /** Version of PostgreSQL, such as 18. */
  majorVersion: number;
  /** Time of the last applied migration, as in the migration journal; null without one. */
  migratedTo: number | null;
}

/** Reads the version of the server and the state of the tables; changes nothing. */
export async function readServerState(db: Database): Promise<ServerState> {
  const {
    rows: [server],
  } = await db.execute<{ version: number; has_migrations: boolean }>(sql`
    select current_setting('server_version_num')::int as version,
      to_regclass('drizzle.__drizzle_migrations') is not null as has_migrations`);
  const majorVersion = Math.floor((server?.version ?? 0) / 10_000);
  if (!server?.has_migrations) return { majorVersion, migratedTo: null };
  const {
    rows: [last],
  } = await db.execute<{ created_at: string | null }>(
    sql`select max(created_at)::text as created_at from drizzle.__drizzle_migrations`,
  );
  return { majorVersion, migratedTo: last?.created_at ? Number(last.created_at) : null };
}

/** Returns true if the database responds. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
