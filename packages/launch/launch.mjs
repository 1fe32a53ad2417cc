import { readFileSync } from "node:fs";
import { join } from "node:path";
import { acquireLock, ensureFolder, StartError } from "../db/server/index.mjs";
import { explainPath } from "./base-path.mjs";
import { openDatabase, requireListener } from "./database.mjs";
import { ENVIRONMENT } from "./env.mjs";
import { findRunning, removeRunRecord, startLock, writeRunRecord } from "./run-record.mjs";
import { createSignInLink } from "./sign-in-link.mjs";
import { startBaton } from "./start-baton.mjs";
import { batonCommandOf } from "./start-command.mjs";
import { describeMissing } from "./start-options.mjs";
import { listenForStop, Stopped } from "./stop-signal.mjs";

/**
 * @typedef {object} Launch
 * @property {string} root absolute path of the product: a clone, or the installed package
 * @property {import("./start-options.mjs").StartOptions} options
 * @property {(signal: AbortSignal) => Promise<void>} [prepare] installs and builds; a package needs neither
 */

/**
 * Starts Baton and serves until a signal stops it. If it already runs on the same data, prints the address
 * and returns.
 * @param {Launch} launch
 * @throws {import("../db/server/index.mjs").StartError} if it cannot start, or a service exits unexpectedly
 */
export async function launch(launch) {
  const signal = listenForStop();
  try {
    await serve(launch, signal);
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) return;
    throw error;
  }
}

/**
 * @param {Launch} launch
 * @param {AbortSignal} signal
 */
async function serve({ root, options, prepare = async () => {} }, signal) {
  const { dataFolder } = options;
  const reason = explainPath(root, ENVIRONMENT.BATON_URL);
  if (reason) throw new StartError(reason);
  ensureFolder(dataFolder);
  const lock = startLock(dataFolder);
  const release = await acquireLock(lock, { signal, onWait: announceWait });
  try {
    const running = await findRunning(dataFolder);
    if (running) return await announceRunning(root, running.address, options, signal);
    if (options.databaseUrl) await requireListener(options.databaseUrl);
    await prepare(signal);
    const { databaseUrl } = options;
    const database = await openDatabase({ root, databaseUrl, dataFolder, signal });
    try {
      const baton = await startBaton({
        root,
        databaseUrl: database.url,
        dataFolder,
        follow: options.follow,
        port: options.port,
        signal,
      });
      const services = baton.services.flatMap(({ pid }) => pid ?? []);
      const ingest = `http://127.0.0.1:${baton.ingestPort}`;
      const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      writeRunRecord(dataFolder, { version, pid: process.pid, address: baton.address, ingest, services });
      release();
      const detour = baton.port === options.port ? "" : ` (port ${options.port} is taken)`;
      console.log(`Baton is ready: ${baton.address}${detour}`);
      console.log(`Programs post to ${ingest}.`);
      for (const line of describeMissing(options.follow)) console.log(line);
      announceLink(baton.signInLink);
      await untilStopped(baton, database.servers, signal, dataFolder, lock);
    } finally {
      await database.stop();
    }
  } finally {
    release();
  }
}

/** @param {number} holder */
function announceWait(holder) {
  console.error(`Another start or stop is under way (process ${holder}); waiting for it …`);
}

/**
 * @param {string} root
 * @param {string} address
 * @param {import("./start-options.mjs").StartOptions} options
 * @param {AbortSignal} signal
 */
async function announceRunning(root, address, { follow, databaseUrl, dataFolder }, signal) {
  console.log(`Baton already runs: ${address}`);
  const environment = { ...ENVIRONMENT, DATABASE_URL: databaseUrl, BATON_DATA: dataFolder };
  announceLink(await createSignInLink({ root, address, environment, signal }));
  if (follow.length === 0) return;
  const baton = batonCommandOf(root, dataFolder, ENVIRONMENT);
  console.log(`It goes on as it was started; to add a source to it: ${baton} ingest ${follow.join(" ")}`);
}

/** @param {string | null} link */
function announceLink(link) {
  if (link !== null) console.log(`This link opens it signed in, once: ${link}`);
}

/**
 * @param {import("./start-baton.mjs").Baton} baton
 * @param {readonly import("./database.mjs").WatchedServer[]} servers
 * @param {AbortSignal} signal
 * @param {string} dataFolder
 * @param {string} lock held while it stops, so that a concurrent start waits
 * @throws {import("../db/server/index.mjs").StartError} if a service or its database exited without being stopped
 */
async function untilStopped(baton, servers, signal, dataFolder, lock) {
  const stop = new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  const ends = [...baton.services, ...servers].map((program) => program.ended.then(() => program));
  const ended = signal.aborted ? undefined : await Promise.race([stop, ...ends]);
  ensureFolder(dataFolder);
  const release = await acquireLock(lock);
  try {
    await baton.stop();
    removeRunRecord(dataFolder);
  } finally {
    release();
  }
  if (ended) throw ended.explainEnd();
}
