import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../db/server/index.mjs";
import { probe } from "./probe.mjs";
import { lastLines } from "./run-command.mjs";

const HEALTH_POLL_MILLISECONDS = 100;
const HEALTH_PATIENCE_MILLISECONDS = 60_000;

/**
 * A program of Baton that runs until it is stopped.
 * @typedef {object} Service
 * @property {string} name shown to users
 * @property {number | undefined} pid
 * @property {Promise<void>} ended settles when the process has exited, for any reason
 * @property {() => StartError} explainEnd describes an unexpected exit, with the end of its log
 * @property {string} logFile absolute path
 * @property {() => Promise<void>} stop asks the process to exit, then kills it
 */

/**
 * Names a log, with its end.
 * @param {string} logFile absolute path
 */
export function quoteLog(logFile) {
  return `the end of ${logFile} says:\n${lastLines(readFileSync(logFile, "utf8"), 8)}`;
}

/**
 * Starts a service of Node.
 *
 * @param {object} options
 * @param {string} options.name
 * @param {readonly string[]} options.command parameters of Node
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} options.environment
 * @param {string} options.logFile absolute path; the log of the start before it stays as `.1`
 * @param {number} options.graceMs time to exit before it is killed
 * @returns {Service}
 */
export function startService({ name, command, cwd, environment, logFile, graceMs }) {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  // Appends, so that a rotation can truncate the file while the service writes to it.
  const log = openSync(logFile, "a", 0o600);
  const preload = new URL("exit-with-launcher.mjs", import.meta.url).href;
  // A separate process group: Ctrl-C reaches only the launcher, which stops the services in order.
  const child = spawn(process.execPath, ["--import", preload, ...command], {
    cwd,
    env: environment,
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const ended = new Promise((/** @type {(value: void) => void} */ resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  return {
    name,
    pid: child.pid,
    ended,
    explainEnd: () => {
      const how = child.signalCode ?? `exit code ${child.exitCode}`;
      return new StartError(`${name} stopped (${how}); ${quoteLog(logFile)}`);
    },
    logFile,
    stop: async () => {
      child.kill("SIGTERM");
      const patience = setTimeout(() => child.kill("SIGKILL"), graceMs);
      await ended;
      clearTimeout(patience);
    },
  };
}

/**
 * Waits until a service responds with a page or a redirect.
 * @param {Service} service
 * @param {string} url
 * @param {AbortSignal} signal
 * @throws {StartError} if the service exits first, or does not respond within a minute
 */
export async function untilHealthy(service, url, signal) {
  let hasEnded = false;
  service.ended.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + HEALTH_PATIENCE_MILLISECONDS;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (hasEnded) throw service.explainEnd();
    const status = await probe(url);
    if (status !== undefined && status < 400) return;
    await sleep(HEALTH_POLL_MILLISECONDS);
  }
  throw new StartError(`${service.name} does not answer at ${url}; ${quoteLog(service.logFile)}`);
}
