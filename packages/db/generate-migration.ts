import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARTITIONED_TABLES } from "./src/sql/database/partition";

/**
 * Generates the only migration, `migrations/0000_initial.sql`, from the schema. Baton has no release yet, so
 * no database needs an upgrade. From the first release on, `drizzle-kit generate` adds migrations instead.
 *
 * drizzle-kit supports neither partitions nor triggers: this adds partitions to its statements and appends
 * the triggers of `src/schema/guards.sql`.
 */
const MIGRATIONS = join(import.meta.dirname, "migrations");
const MIGRATION = join(MIGRATIONS, "0000_initial.sql");

rmSync(MIGRATIONS, { recursive: true, force: true });
execFileSync("drizzle-kit", ["generate", "--name", "initial"], {
  cwd: import.meta.dirname,
  stdio: "inherit",
});

const partitioned = PARTITIONED_TABLES.reduce(partition, readFileSync(MIGRATION, "utf8"));
writeFileSync(MIGRATION, `${partitioned}\n--> statement-breakpoint\n`);
appendFileSync(MIGRATION, readFileSync(join(import.meta.dirname, "src/schema/guards.sql")));

/** @throws if the migration does not create the table. */
function partition(statements: string, table: string): string {
  const start = statements.indexOf(`CREATE TABLE "${table}" (`);
  const end = statements.indexOf("\n);", start);
  if (start < 0 || end < 0) throw new Error(`The schema has no table "${table}" to partition.`);
  return `${statements.slice(0, end)}\n) PARTITION BY RANGE ("occurred_at");${statements.slice(end + 3)}`;
}
