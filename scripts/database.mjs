import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { StartError, startPostgres } from "../packages/db/server/index.mjs";
import { step } from "./progress.mjs";

const PATIENCE_MS = 5_000;
const POSTGRES_PORT = 5432;

/**
 * The database to work on: the one that the environment names, else Baton's own, started where it does not run.
 * @param {string | undefined} databaseUrl
 * @param {string} dataFolder absolute path of the folder in which Baton's own is kept
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {StartError} when it cannot be reached or started
 */
export async function openDatabase(databaseUrl, dataFolder) {
  if (databaseUrl === undefined) {
    return step("Starting PostgreSQL", () => startPostgres({ dataDirectory: join(dataFolder, "pg") }));
  }
  await requireListener(new URL(databaseUrl));
  return { url: databaseUrl, stop: async () => {} };
}

/** @param {URL} url */
async function requireListener(url) {
  const port = Number(url.port || POSTGRES_PORT);
  const host = url.hostname.replace(/^\[|\]$/g, "") || "localhost";
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new StartError(
      `No PostgreSQL answers at ${host}:${port}, which DATABASE_URL names: start it or correct DATABASE_URL; without DATABASE_URL Baton brings its own.`,
    );
  } finally {
    socket.destroy();
  }
}
