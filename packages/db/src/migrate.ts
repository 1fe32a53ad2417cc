import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { createClient } from "./client";

/** An arbitrary lock ID, so that programs that start together do not migrate at once. */
const MIGRATION_LOCK = 7_220_149;

/**
 * Migrates the database to the newest version. Several programs can call it at once.
 *
 * @param url              `postgres://…`
 * @param migrationsFolder the folder `packages/db/migrations`; a bundled program does not know its path.
 */
export async function migrate(url: string, migrationsFolder: string): Promise<void> {
  const client = createClient(url);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (!(await hasTables(client))) await client.query("set citus.enable_ddl_propagation = off");
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/**
 * Citus repeats statements on all nodes, but not those that a function of its administrator runs. It copies tables
 * with all they need when they are distributed; so new ones first stay on the coordinator. PostgreSQL alone ignores
 * the setting.
 */
async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('public.workspace') is not null as known");
  return rows[0]?.known === true;
}
