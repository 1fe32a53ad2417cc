import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findHolder, isAlive } from "../db/server/index.mjs";
import { probe } from "./probe.mjs";

/** Services of a killed launcher exit within three seconds; see exit-with-launcher.mjs. */
const ORPHAN_PATIENCE_MILLISECONDS = 6_000;
/** PostgreSQL alone may take half of it. */
const STOP_PATIENCE_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 50;

/**
 * What a running Baton leaves word of, which the command reads too (`apps/cli/src/server-address.ts`): its
 * version, its launcher's process, where web and ingest answer, and the processes of its services.
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
 * Held while Baton starts or stops, so that one start or stop on the same data goes on at a time.
 * @param {string} dataFolder
 */
export function startLock(dataFolder) {
  return join(dataFolder, "start.lock");
}

/**
 * The launcher of a Baton that starts or stops at this moment.
 * @param {string} dataFolder
 * @returns {number | undefined} its process id
 */
export function findStarting(dataFolder) {
  return findHolder(startLock(dataFolder));
}

/**
 * Asks a launcher to end Baton, and waits until it has ended.
 * @param {number} pid
 * @returns {Promise<boolean>} whether it ended within a minute
 */
export async function stopLauncher(pid) {
  process.kill(pid, "SIGTERM");
  const deadline = Date.now() + STOP_PATIENCE_MILLISECONDS;
  while (isAlive(pid) && Date.now() < deadline) await sleep(POLL_MILLISECONDS);
  return !isAlive(pid);
}
