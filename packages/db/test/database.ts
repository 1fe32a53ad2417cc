import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type Connection, connect } from "../src/client";
import { copyTemplateDatabase } from "./template-database";
import { dropDatabase } from "./test-nodes";

export { copyDatabase, fingerprint } from "./copy-database";
export { searchDatabase } from "./search-database";
export { createTemplateDatabase, MIGRATIONS_FOLDER } from "./template-database";
export { runAsAdministrator, testNodes } from "./test-nodes";
export { addTotals, type TotalsAt } from "./totals";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * Creates a migrated database on the tests' PostgreSQL, so that suites share nothing.
 * @param options.administratorUrl of another PostgreSQL that has the template.
 * @param options.tablespace location of its files; the default one if omitted.
 */
export async function createTestDatabase({
  administratorUrl = inject("postgresUrl"),
  tablespace,
}: {
  administratorUrl?: string;
  tablespace?: string | undefined;
} = {}): Promise<Connection & { url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = await copyTemplateDatabase(administratorUrl, name, tablespace);
  const connection = connect(url, { max: 4 });
  return {
    ...connection,
    url,
    drop: async () => {
      await connection.close(1);
      await dropDatabase(administratorUrl, name);
    },
  };
}
