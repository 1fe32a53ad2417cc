import { fileURLToPath } from "node:url";
import { migrate } from "../src/migrate";
import { createDistributedDatabase } from "./distributed-database";
import { hasDatabase, isCoordinator, runAsAdministrator, urlOfDatabase } from "./test-nodes";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));

/** A migrated database without connections. Copying it takes a tenth of the time of a migration. */
const TEMPLATE = "migrated";

/** Creates the template, once per server. On Citus, its tables are distributed. */
export async function createTemplateDatabase(administratorUrl: string): Promise<void> {
  if (!isCoordinator(administratorUrl)) {
    await runAsAdministrator(administratorUrl, `create database ${TEMPLATE}`);
    await migrate(urlOfDatabase(administratorUrl, TEMPLATE), MIGRATIONS_FOLDER);
    return;
  }
  // Each project of the tests starts a server of its own, and all share the nodes.
  if (await hasDatabase(administratorUrl, TEMPLATE)) return;
  await createDistributedDatabase(administratorUrl, TEMPLATE, MIGRATIONS_FOLDER);
  // The maintenance of Citus would stay connected, and a database with connections cannot be copied.
  await runAsAdministrator(administratorUrl, `alter database ${TEMPLATE} allow_connections false`);
  await runAsAdministrator(
    administratorUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`,
  );
}

/**
 * Creates a migrated, empty database. Copies the template's files, because PostgreSQL's default, which logs
 * each block, takes twice the CPU time.
 *
 * @returns its URL.
 */
export async function copyTemplateDatabase(
  administratorUrl: string,
  name: string,
  tablespace = "pg_default",
): Promise<string> {
  await runAsAdministrator(
    administratorUrl,
    `create database ${name} template ${TEMPLATE} tablespace ${tablespace} strategy file_copy`,
  );
  return urlOfDatabase(administratorUrl, name);
}
