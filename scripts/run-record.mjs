import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../packages/db/server/index.mjs";
import { probe } from "./probe.mjs";

/** Services whose launcher was killed end by themselves within three seconds; see exit-with-launcher.mjs. */
const ORPHAN_PATIENCE_MILLISECONDS = 6_000;
const POLL_MILLISECONDS = 50;

/**
 * What a running Baton leaves word of, which the command reads too (`apps/cli/src/server-address.ts`): its
 * launcher's process, where it answers, and the processes of its services.
 * @typedef {{ pid: number, address: string, services: number[] }} RunRecord
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
 * @returns {Promise<RunRecord | undefined>} the Baton that runs now; where its launcher was killed, there is
 *   none, and its services have ended
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
