import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "./account.mjs";
import { locateBinaries } from "./binaries.mjs";
import { databaseUrls, ensureCluster } from "./cluster.mjs";
import {
  livingUsers,
  readConnectionFile,
  removeConnectionFile,
  writeConnectionFile,
} from "./connection-file.mjs";
import { ensureFolder } from "./folder.mjs";
import { acquireLock } from "./lock.mjs";
import { end, inspect, launch } from "./postmaster.mjs";
import { prepareRoles } from "./roles.mjs";
import { explainWriteError } from "./start-error.mjs";

/** Settings for disposable data: do not wait for the disk. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

const POLL_MILLISECONDS = 50;

let starts = 0;

/**
 * @typedef {object} Server
 * @property {string} url `postgres://…` with the password of the role of Baton's programs
 * @property {number} port on 127.0.0.1
 * @property {number} pid of the process that accepts connections
 * @property {boolean} wasRunning whether the server ran already and was joined
 * @property {() => Promise<void>} stop ends the server, unless another running
 *   process still uses it
 */

/**
 * Starts the PostgreSQL that comes with Baton, or joins it if it already runs for this data directory. The
 * first start creates the database with its own password, reachable only on loopback.
 *
 * Several processes can call this at once, also after any of them was killed. A server whose starters have
 * all exited is joined, and stops with its last new user.
 *
 * @param {object} options
 * @param {string} options.dataDirectory absolute path, for example `<project>/.data/pg`; the lock, the log
 * and `connection.json` are next to it
 * @param {(message: string) => void} [options.onProgress] receives short messages about slow steps
 * @param {boolean} [options.fast] do not wait for the disk: for tests, because a power cut may destroy the
 * data
 * @returns {Promise<Server>} once it accepts connections
 * @throws {import("./start-error.mjs").StartError} if it cannot start; its message names what to do
 */
export async function startPostgres({ dataDirectory, onProgress = () => {}, fast = false }) {
  const folder = dirname(dataDirectory);
  ensureFolder(folder);
  starts += 1;
  const user = `${process.pid}.${starts}`;
  return withLock(dataDirectory, onProgress, async () => {
    const running = await findRunning(dataDirectory, onProgress);
    const { pid, port } = running ?? (await startServer({ dataDirectory, onProgress, fast }));
    const users = running ? livingUsers(readConnectionFile(dataDirectory)?.users ?? []) : [];
    const { url, administratorUrl } = databaseUrls(dataDirectory, port);
    await prepareRoles(administratorUrl);
    writeConnectionFile(dataDirectory, { url, port, pid, users: [...users, user] });
    return { url, port, pid, wasRunning: running !== undefined, stop: () => leave(dataDirectory, user, pid) };
  });
}

/**
 * Returns the address of the running server of a data directory, for callers that use it without keeping it
 * running.
 * @param {string} dataDirectory absolute path
 * @returns {Promise<{ url: string, port: number, pid: number } | undefined>} `undefined` when none runs
 */
export async function readConnection(dataDirectory) {
  const connection = readConnectionFile(dataDirectory);
  if (!connection) return undefined;
  const found = await inspect(dataDirectory);
  if (found.state !== "up") return undefined;
  const { pid, port } = found.postmaster;
  return { url: databaseUrls(dataDirectory, port).url, port, pid };
}

/** @param {{ dataDirectory: string, onProgress: (message: string) => void, fast: boolean }} options */
async function startServer({ dataDirectory, onProgress, fast }) {
  const account = chooseAccount(dataDirectory);
  const native = locateBinaries(account);
  const cluster = await ensureCluster({ dataDirectory, native, account, isDurable: !fast, onProgress });
  onProgress("Starting PostgreSQL");
  const logFile = join(dirname(dataDirectory), "postgres.log");
  return launch({ cluster, native, account, settings: fast ? FAST : {}, logFile });
}

/**
 * @param {string} dataDirectory
 * @param {(message: string) => void} onProgress
 * @param {() => Promise<Server>} work
 */
async function withLock(dataDirectory, onProgress, work) {
  const onWait = () => onProgress("Waiting for another start of PostgreSQL");
  const release = await acquireLock(`${dataDirectory}.lock`, { onWait });
  try {
    return await work();
  } catch (error) {
    throw explainWriteError(error, dirname(dataDirectory));
  } finally {
    release();
  }
}

/**
 * @param {string} dataDirectory
 * @param {(message: string) => void} [onProgress]
 */
async function findRunning(dataDirectory, onProgress) {
  for (let isFirst = true; ; isFirst = false) {
    const found = await inspect(dataDirectory);
    if (found.state === "up") return found.postmaster;
    if (found.state === "down") return undefined;
    if (isFirst) onProgress?.("Waiting for PostgreSQL, which is starting up or shutting down");
    await sleep(POLL_MILLISECONDS);
  }
}

/**
 * Removes a user of the server, and stops the server if it was the last one.
 * @param {string} dataDirectory
 * @param {string} user
 * @param {number} pid of the postmaster that was started or joined
 */
async function leave(dataDirectory, user, pid) {
  // A user may have deleted the data to start again. Stop the server, whose files no longer exist.
  if (!existsSync(dataDirectory)) return end(pid);
  const release = await acquireLock(`${dataDirectory}.lock`);
  try {
    const connection = readConnectionFile(dataDirectory);
    const others = livingUsers(connection?.users ?? []).filter((other) => other !== user);
    if (connection && others.length > 0) {
      writeConnectionFile(dataDirectory, { ...connection, users: others });
      return;
    }
    const running = await findRunning(dataDirectory);
    if (running) await end(running.pid);
    removeConnectionFile(dataDirectory);
  } finally {
    release();
  }
}
