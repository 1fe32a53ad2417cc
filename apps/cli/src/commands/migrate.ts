import { DistributionError, distributeTables } from "@baton/db/distribute";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { withDatabase } from "../database";
import { readEnvironment } from "../env";
import { JSON_OPTION, printJson, printText } from "../output";

/** `baton migrate`: upgrade the database to this version of Baton. */
export function registerMigrate(program: Command): void {
  program
    .command("migrate")
    .summary("bring the database up to date")
    .description(
      "Apply all pending migrations to the database of DATABASE_URL. Ingest does this when it starts, and so does every command that\nopens the database; use this command to migrate as a separate step.",
    )
    .option("--distributed", "also distribute the tables over the nodes of Citus by workspace")
    .option(...JSON_OPTION)
    .action(runMigrate);
}

/** Opening the database already applies the migrations. */
async function runMigrate({ json, distributed }: { json?: true; distributed?: true }): Promise<void> {
  await withDatabase(async () => {});
  const tables = distributed ? await distribute() : null;
  if (json) return printJson({ ok: true, ...tables });
  printText("The database is up to date.");
  if (tables)
    printText(
      `Distributed ${tables.distributed.length} tables, and copied ${tables.copied.length} to every node.`,
    );
}

async function distribute() {
  const { DATABASE_URL } = readEnvironment();
  if (!DATABASE_URL)
    throw new CommandError("Set DATABASE_URL to the coordinator of Citus to distribute the tables.");
  return distributeTables(DATABASE_URL).catch((error: unknown) => {
    throw error instanceof DistributionError ? new CommandError(error.message) : error;
  });
}
