import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { POSTGRES_ENVIRONMENT } from "./binaries.mjs";
import { findFreePort } from "./free-port.mjs";
import { isAlive, programName } from "./process-life.mjs";
import { explainComplaint } from "./start-error.mjs";

/** An SSLRequest (PostgreSQL's protocol, "Message Formats"); a server responds with yes, no, or an error. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ANSWERS = ["S", "N", "E"];

/** Number of retries of a start that failed for a temporary reason. */
const ATTEMPTS = 20;
const POLL_MILLISECONDS = 20;

/** Signals that stop a postmaster, gentlest first, and the milliseconds to wait after each. */
const ENDINGS = /** @type {const} */ ([
  ["SIGINT", 30_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
]);

/**
 * The postmaster is the process that listens and forks a backend for each connection.
 * @typedef {{ pid: number, port: number }} Postmaster
 */

/**
 * Reads the state of a data directory: a responding server, one that is starting or stopping, or none.
 * @param {string} dataDirectory
 * @returns {Promise<{ state: "up", postmaster: Postmaster } | { state: "changing" | "down" }>}
 */
export async function inspect(dataDirectory) {
  const recorded = readPostmasterFile(dataDirectory);
  if (!recorded || !isAlive(recorded.pid)) return { state: "down" };
  if (recorded.status === "ready") {
    return (await answers(recorded.port)) ? { state: "up", postmaster: recorded } : { state: "down" };
  }
  return { state: programName(recorded.pid) === "postgres" ? "changing" : "down" };
}

/**
 * PostgreSQL writes its process id, port and state into its data directory
 * and removes the file when it ends in order.
 * @param {string} dataDirectory
 */
function readPostmasterFile(dataDirectory) {
  let lines;
  try {
    lines = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() };
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(SSL_REQUEST));
    /** @param {boolean} verdict */
    const settle = (verdict) => {
      socket.destroy();
      resolve(verdict);
    };
    socket.setTimeout(10_000, () => settle(false));
    socket.once("data", (data) => settle(ANSWERS.includes(data.toString("latin1", 0, 1))));
    socket.once("error", () => settle(false));
    socket.once("end", () => settle(false));
  });
}

/**
 * A query without a time range locks every partition with its indexes: nine locks per month. The writers of
 * events decide how many months exist (324 from 2000 to 2026). PostgreSQL reserves 64 locks per connection by
 * default, and rejects queries beyond the total.
 */
const LOCKS = "1024";

/**
 * Starts PostgreSQL on loopback in a separate terminal session, so that Ctrl-C does not stop it before its
 * clients have disconnected.
 *
 * @param {object} options
 * @param {string} options.cluster real path of the data directory, in which no server runs
 * @param {string} options.native folder of the binaries
 * @param {import("./account.mjs").Account} options.account
 * @param {Record<string, string>} options.settings further settings, as in postgresql.conf
 * @param {string} options.logFile absolute path of the file for the server's output
 * @returns {Promise<Postmaster>} once it accepts connections, crash recovery included
 * @throws {import("./start-error.mjs").StartError}
 */
export async function launch({ cluster, native, account, settings, logFile }) {
  // No server responds, but the file may name a process ID that another program has now.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const all = {
      ...settings,
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_locks_per_transaction: LOCKS,
    };
    const log = openSync(logFile, "w", 0o600);
    const child = spawn(
      join(native, "bin", "postgres"),
      ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...account, cwd: "/", env: POSTGRES_ENVIRONMENT, detached: true, stdio: ["ignore", log, log] },
    );
    closeSync(log);
    const pid = await untilReady(child, cluster);
    if (pid !== undefined) return { pid, port };
    const said = readFileSync(logFile, "utf8");
    const passes = /Address already in use|pre-existing shared memory|lock file .* already exists/.test(said);
    if (!passes || attempt === ATTEMPTS) throw explainComplaint(said, dirname(cluster));
    await sleep(attempt * POLL_MILLISECONDS);
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} cluster
 * @returns {Promise<number | undefined>} the process id, or `undefined` when the server has ended instead
 */
async function untilReady(child, cluster) {
  /** @type {Error | undefined} */
  let failure;
  child.on("error", (error) => {
    failure = error;
  });
  while (child.exitCode === null && child.signalCode === null) {
    if (failure) throw failure;
    const recorded = readPostmasterFile(cluster);
    if (recorded?.status === "ready" && recorded.pid === child.pid) {
      child.unref();
      return child.pid;
    }
    await sleep(POLL_MILLISECONDS);
  }
  return undefined;
}

/**
 * Stops a server with the gentlest signal, and with stronger ones if it does not exit.
 * @param {number} pid of the postmaster
 */
export async function end(pid) {
  for (const [signal, patience] of ENDINGS) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + patience;
    while (isAlive(pid) && Date.now() < deadline) await sleep(POLL_MILLISECONDS);
  }
}
