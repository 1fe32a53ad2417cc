import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { StartError, startPostgres } from "../db/server/index.mjs";
import { step } from "./progress.mjs";

const PATIENCE_MILLISECONDS = 5_000;
const POSTGRES_PORT = 5432;

/**
 * Fails if the database does not respond, before any long work starts.
 * @param {string} databaseUrl
 * @throws {StartError} if it does not respond
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
 * Returns the database of the environment, or Baton's own, which it starts if needed.
 * @param {string | undefined} databaseUrl
 * @param {string} dataFolder absolute path of the folder of Baton's own database
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {StartError} if it cannot be started
 */
export async function openDatabase(databaseUrl, dataFolder) {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: async () => {} };
  return step("Starting PostgreSQL", () => startPostgres({ dataDirectory: join(dataFolder, "pg") }));
}
