import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { StartError, startPostgres } from "../db/server/index.mjs";
import { step } from "./progress.mjs";

const PATIENCE_MILLISECONDS = 5_000;
const POSTGRES_PORT = 5432;

/**
 * Whether anybody answers at the address of a database: asked before the long work, which would be in vain.
 * @param {string} databaseUrl
 * @throws {StartError} when nobody does
 */
export async function requireListener(databaseUrl) {
  const url = new URL(databaseUrl);
  const port = Number(url.port || POSTGRES_PORT);
  const host = url.hostname.replace(/^\[|\]$/g, "") || "localhost";
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) });
  } catch {
    throw new StartError(
      `No PostgreSQL answers at ${host}:${port}, which DATABASE_URL names: start it or correct DATABASE_URL; without DATABASE_URL Baton brings its own.`,
    );
  } finally {
    socket.destroy();
  }
}

/**
 * The database to work on: the one that the environment names, else
 * Baton's own, started where it does not run.
 * @param {string | undefined} databaseUrl
 * @param {string} dataFolder absolute path of the folder in which Baton's own is kept
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {StartError} when it cannot be started
 */
export async function openDatabase(databaseUrl, dataFolder) {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: async () => {} };
  return step("Starting PostgreSQL", () => startPostgres({ dataDirectory: join(dataFolder, "pg") }));
}
