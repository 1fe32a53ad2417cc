import type { DuckDBConnection } from "@duckdb/node-api";
import { ColdError } from "./cold-error";

const PACKAGE = "@duckdb/node-api";

let shared: Promise<typeof import("@duckdb/node-api")> | undefined;

/**
 * Runs work on an empty DuckDB in memory. Loads DuckDB on its first use, because it is a native library of 68 MB that
 * only cold storage needs.
 * @throws ColdError if DuckDB is not installed.
 */
export async function withDuckDb<Result>(
  work: (connection: DuckDBConnection) => Promise<Result>,
  { database = ":memory:" }: { database?: string } = {},
): Promise<Result> {
  shared ??= loadDuckDb();
  const { DuckDBInstance } = await shared;
  const instance = await DuckDBInstance.create(database, { threads: "2", memory_limit: "512MB" });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function loadDuckDb(): Promise<typeof import("@duckdb/node-api")> {
  try {
    // Bundlers leave it out, so that each program finds the package that is installed next to Baton.
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ PACKAGE);
  } catch (error) {
    shared = undefined;
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new ColdError(
      `Cold storage needs DuckDB, which is not installed: run “npm install ${PACKAGE}” in the folder of Baton (${reason}).`,
    );
  }
}

/** Returns a text as a literal of DuckDB's SQL. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
