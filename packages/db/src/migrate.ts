import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Any constant will do: it keeps two programs that start together from migrating at once. */
const MIGRATION_LOCK = 7_220_149;

/**
 * Brings the database up to the newest migration. Safe to call from several programs at once.
 *
 * @param url              `postgres://…`
 * @param migrationsFolder the folder `packages/db/migrations`; a bundled program cannot know where it stands.
 */
export async function migrate(url: string, migrationsFolder: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
