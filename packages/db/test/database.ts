import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { inject } from "vitest";
import { type Connection, connect } from "../src/client";
import { migrate } from "../src/migrate";

export { searchDatabase } from "./search-database";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../migrations", import.meta.url));

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** A migrated database of its own on the tests' PostgreSQL, so that suites share nothing. */
export async function createTestDatabase(): Promise<Connection & { url: string; drop: () => Promise<void> }> {
  const adminUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runAsAdmin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate(url.href, MIGRATIONS_FOLDER);
  const connection = connect(url.href, { max: 4 });
  return {
    ...connection,
    url: url.href,
    drop: async () => {
      await connection.close(1);
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 5 });
  }
}
