import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Any constant will do: it keeps two programs that start together from migrating at once. */
const MIGRATION_LOCK = 7_220_149;

/**
 * Migrates the database to the newest version. Several programs can call it at once.
 *
 * @param url              `postgres://…`
 * @param migrationsFolder the folder `packages/db/migrations`; a bundled program does not know its path.
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
