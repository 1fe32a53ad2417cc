import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARTITIONED_TABLES } from "./src/sql/database/partition";

/**
 * Generates the only migration, `migrations/0000_initial.sql`, from the schema. Baton has no release yet, so
 * no database needs an upgrade. From the first release on, `drizzle-kit generate` adds migrations instead.
 *
 * drizzle-kit supports neither partitions nor storage parameters nor triggers: this adds the first two to its statements
 * and appends the triggers of `src/schema/guards.sql`.
 */
const MIGRATIONS = join(import.meta.dirname, "migrations");
const MIGRATION = join(MIGRATIONS, "0000_initial.sql");

/**
 * Sums that each batch of lines updates. Free space on their pages lets PostgreSQL update a row without new entries in
 * all its indexes.
 */
const UPDATED_TABLES = ["field_by_pair", "savings_by_pair"];

rmSync(MIGRATIONS, { recursive: true, force: true });
execFileSync("drizzle-kit", ["generate", "--name", "initial"], {
  cwd: import.meta.dirname,
  stdio: "inherit",
});

const partitioned = PARTITIONED_TABLES.reduce(partition, readFileSync(MIGRATION, "utf8"));
const statements = UPDATED_TABLES.reduce(reserveSpace, partitioned);
writeFileSync(MIGRATION, `${statements}\n--> statement-breakpoint\n`);
appendFileSync(MIGRATION, readFileSync(join(import.meta.dirname, "src/schema/guards.sql")));

function partition(statements: string, table: string): string {
  return addToTable(statements, table, 'PARTITION BY RANGE ("occurred_at")');
}

function reserveSpace(statements: string, table: string): string {
  return addToTable(statements, table, "WITH (fillfactor = 60)");
}

/** @throws if the migration does not create the table. */
function addToTable(statements: string, table: string, clause: string): string {
  const start = statements.indexOf(`CREATE TABLE "${table}" (`);
  const end = statements.indexOf("\n);", start);
  if (start < 0 || end < 0) throw new Error(`The schema has no table "${table}".`);
  return `${statements.slice(0, end)}\n) ${clause};${statements.slice(end + 3)}`;
}
