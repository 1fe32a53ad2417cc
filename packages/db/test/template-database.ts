import { fileURLToPath } from "node:url";
import { createClient } from "../src/client";
import { migrate } from "../src/migrate";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));

/** A migrated database without connections. Copying it takes a tenth of the time of a migration. */
const TEMPLATE = "migrated";

/** Makes the template, once for a server. */
export async function createTemplateDatabase(administratorUrl: string): Promise<void> {
  await runAsAdministrator(administratorUrl, `create database ${TEMPLATE}`);
  await migrate(urlOfDatabase(administratorUrl, TEMPLATE), MIGRATIONS_FOLDER);
}

/** @returns the address of a new database that is migrated and empty. */
export async function copyTemplateDatabase(
  administratorUrl: string,
  name: string,
  tablespace = "pg_default",
): Promise<string> {
  await runAsAdministrator(
    administratorUrl,
    `create database ${name} template ${TEMPLATE} tablespace ${tablespace}`,
  );
  return urlOfDatabase(administratorUrl, name);
}

/** Runs a statement outside of transactions and databases. */
export async function runAsAdministrator(administratorUrl: string, statement: string): Promise<void> {
  const client = createClient(administratorUrl);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOfDatabase(administratorUrl: string, name: string): string {
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  return url.href;
}
