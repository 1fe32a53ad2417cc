import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findHolder, isAlive } from "../db/server/index.mjs";
import { probe } from "./probe.mjs";

/** Services of a killed launcher exit within three seconds; see exit-with-launcher.mjs. */
const ORPHAN_PATIENCE_MILLISECONDS = 6_000;
/** PostgreSQL may take half of it. */
const STOP_PATIENCE_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 50;

/**
 * The record of a running Baton, also read by the CLI (`apps/cli/src/server-address.ts`): its version, the
 * process of its launcher, the addresses of web and ingest, and the processes of its services.
 * @typedef {{ version: string, pid: number, address: string, ingest: string, services: number[] }} RunRecord
 */

/** @param {string} dataFolder */
function recordFile(dataFolder) {
  return join(dataFolder, "baton.json");
}

/**
 * @param {string} dataFolder
 * @param {RunRecord} record
 */
export function writeRunRecord(dataFolder, record) {
  writeFileSync(recordFile(dataFolder), `${JSON.stringify(record)}\n`);
}

/** @param {string} dataFolder */
export function removeRunRecord(dataFolder) {
  rmSync(recordFile(dataFolder), { force: true });
}

/**
 * @param {string} dataFolder
 * @returns {Promise<RunRecord | undefined>} the running Baton; undefined if its launcher was killed, once its
 * services have exited
 */
export async function findRunning(dataFolder) {
  const record = readRunRecord(dataFolder);
  if (!record) return undefined;
  if (isAlive(record.pid) && (await probe(record.address)) !== undefined) return record;
  const deadline = Date.now() + ORPHAN_PATIENCE_MILLISECONDS;
  while (record.services.some(isAlive) && Date.now() < deadline) await sleep(POLL_MILLISECONDS);
  return undefined;
}

/**
 * @param {string} dataFolder
 * @returns {RunRecord | undefined}
 */
function readRunRecord(dataFolder) {
  try {
    return JSON.parse(readFileSync(recordFile(dataFolder), "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Returns the lock that allows one start or stop at a time on the same data.
 * @param {string} dataFolder
 */
export function startLock(dataFolder) {
  return join(dataFolder, "start.lock");
}

/**
 * Returns the process id of a launcher that is starting or stopping Baton.
 * @param {string} dataFolder
 * @returns {number | undefined} its process id
 */
export function findStarting(dataFolder) {
  return findHolder(startLock(dataFolder));
}

/**
 * Asks a launcher to stop Baton, and waits for its exit.
 * @param {number} pid
 * @returns {Promise<boolean>} true if it exited within a minute
 */
export async function stopLauncher(pid) {
  process.kill(pid, "SIGTERM");
  const deadline = Date.now() + STOP_PATIENCE_MILLISECONDS;
  while (isAlive(pid) && Date.now() < deadline) await sleep(POLL_MILLISECONDS);
  return !isAlive(pid);
}
