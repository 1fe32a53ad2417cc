import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { createClient } from "./client";

/** An arbitrary lock ID, so that programs that start together do not migrate at once. */
const MIGRATION_LOCK = 7_220_149;

/** A database that this version of Baton must not touch. Waiting does not help. */
export class IncompatibleDatabase extends Error {}

/**
 * Migrates the database to the newest version. Several programs can call it at once.
 *
 * @param url              `postgres://…`
 * @param migrationsFolder the folder `packages/db/migrations`; a bundled program does not know its path.
 * @throws IncompatibleDatabase if another version made or migrated it, and this one cannot continue.
 */
export async function migrate(url: string, migrationsFolder: string): Promise<void> {
  const client = createClient(url);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (!(await hasTables(client))) await client.query("set citus.enable_ddl_propagation = off");
    await refuseUnknownMigrations(client, migrationsFolder);
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

/** Returns the times of the migrations in a folder. */
export function readMigrationTimes(migrationsFolder: string): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

/**
 * Explains why this version must not use a database; null if it can. An old program would not update new totals, and a
 * migration of tables that exist would fail halfway.
 *
 * @param applied times of the migrations of the database.
 * @param own times of the migrations of this version.
 */
export function explainIncompatibility(
  applied: readonly number[],
  own: readonly number[],
): { message: string; advice: string } | null {
  if (Math.max(...applied) > Math.max(...own)) {
    return {
      message: "A newer version of Baton has migrated the database.",
      advice: "Install that version: migrations only go forward.",
    };
  }
  if (applied.every((time) => own.includes(time))) return null;
  return {
    message: "A build of Baton that was not released made the database, so this version cannot migrate it.",
    advice: "Start with an empty database or data folder, and import your files again.",
  };
}

async function refuseUnknownMigrations(client: Client, migrationsFolder: string): Promise<void> {
  const { rows: tables } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  );
  if (tables[0]?.known !== true) return;
  const { rows } = await client.query("select created_at::text as time from drizzle.__drizzle_migrations");
  const applied = rows.map(({ time }) => Number(time));
  const reason = explainIncompatibility(applied, readMigrationTimes(migrationsFolder));
  if (reason) throw new IncompatibleDatabase(`${reason.message} ${reason.advice}`);
}
