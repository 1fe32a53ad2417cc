import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, StartError, startPostgres } from "../db/server/index.mjs";
import { ENVIRONMENT } from "./env.mjs";
import { PROGRAMS } from "./programs.mjs";
import { step } from "./progress.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { quoteLog } from "./service.mjs";

const PATIENCE_MILLISECONDS = 5_000;
const POSTGRES_PORT = 5432;
const WATCH_MILLISECONDS = 1_000;

/**
 * A database that Baton can use.
 * @typedef {object} OpenDatabase
 * @property {string} url
 * @property {() => Promise<void>} stop
 * @property {WatchedServer[]} servers that Baton depends on; a supervisor restarts all others
 */

/** @typedef {Pick<import("./service.mjs").Service, "ended" | "explainEnd">} WatchedServer */

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
 * Returns the database of the environment, up to date, or Baton's own, which it starts if needed.
 * @param {object} options
 * @param {string} options.root of the product
 * @param {string | undefined} options.databaseUrl
 * @param {string} options.dataFolder absolute path of the folder of Baton's own database
 * @param {AbortSignal} options.signal
 * @returns {Promise<OpenDatabase>}
 * @throws {StartError} if it cannot be used
 */
export async function openDatabase({ root, databaseUrl, dataFolder, signal }) {
  if (databaseUrl === undefined) {
    const start = () => startPostgres({ dataDirectory: join(dataFolder, "pg") });
    const { url, pid, stop } = await step("Starting PostgreSQL", start);
    return { url, stop, servers: [watchServer(pid, join(dataFolder, "postgres.log"))] };
  }
  // Ingest would migrate, too, but it waits for a database that refuses it.
  const { code, output } = await step("Opening the database", () =>
    runCommand(process.execPath, [join(root, PROGRAMS.baton), "migrate"], {
      cwd: root,
      environment: { ...ENVIRONMENT, DATABASE_URL: databaseUrl },
      signal,
    }),
  );
  if (code !== 0) throw new StartError(lastLines(output, 8).replace(/^baton: /, ""));
  return { url: databaseUrl, stop: async () => {}, servers: [] };
}

/**
 * Waits for the end of PostgreSQL, also of one that another process started.
 * @param {number} pid
 * @param {string} logFile absolute path
 * @returns {WatchedServer}
 */
export function watchServer(pid, logFile) {
  const untilEnded = async () => {
    while (isAlive(pid)) await sleep(WATCH_MILLISECONDS, undefined, { ref: false });
  };
  return {
    ended: untilEnded(),
    explainEnd: () => new StartError(`PostgreSQL stopped; ${quoteLog(logFile)}`),
  };
}
