import type { Command } from "commander";
import { withDatabase } from "../database";
import { JSON_OPTION, printJson, printText } from "../output";

/** `baton migrate`: upgrade the database to this version of Baton. */
export function registerMigrate(program: Command): void {
  program
    .command("migrate")
    .summary("bring the database up to date")
    .description(
      "Apply all pending migrations to the database of DATABASE_URL. Ingest does this when it starts, and so does every command that\nopens the database; use this command to migrate as a separate step.",
    )
    .option(...JSON_OPTION)
    .action(runMigrate);
}

/** Opening the database already applies the migrations. */
async function runMigrate({ json }: { json?: true }): Promise<void> {
  await withDatabase(async () => {});
  if (json) printJson({ ok: true });
  else printText("The database is up to date.");
}
