import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { acquireLock, ensureFolder, StartError } from "../packages/db/server/index.mjs";
import { startBaton } from "./baton.mjs";
import { build } from "./build.mjs";
import { openDatabase, requireListener } from "./database.mjs";
import { ensureInstalled } from "./install.mjs";
import { findRunning, removeRunRecord, writeRunRecord } from "./run-record.mjs";
import { makeSignInLink } from "./sign-in-link.mjs";
import { describeMissing, readStartOptions, USAGE } from "./start-options.mjs";
import { listenForStop, Stopped } from "./stop-signal.mjs";

/** @typedef {import("./start-options.mjs").StartOptions} StartOptions */

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const DATA_FOLDER = join(ROOT, ".data");

/**
 * `npm start`: from whatever state the clone is in to a running
 * Baton, and back down when it is asked to stop.
 */
export async function launch() {
  const signal = listenForStop();
  try {
    const options = readStartOptions(
      process.argv.slice(2),
      process.env,
      process.env.INIT_CWD ?? process.cwd(),
    );
    if (options.isHelpWanted) console.log(USAGE);
    else await serve(options, signal);
  } catch (error) {
    if (error instanceof Stopped || signal.aborted) return;
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * @param {StartOptions} options
 * @param {AbortSignal} signal
 */
async function serve(options, signal) {
  ensureFolder(DATA_FOLDER);
  const lock = join(DATA_FOLDER, "start.lock");
  const release = await acquireLock(lock, { signal, onWait: announceWait });
  try {
    const running = await findRunning(DATA_FOLDER);
    if (running) return await announceRunning(running.address, options, signal);
    if (options.databaseUrl) await requireListener(options.databaseUrl);
    await ensureInstalled(ROOT, signal);
    await build(ROOT, signal);
    const database = await openDatabase(options.databaseUrl, DATA_FOLDER);
    try {
      const baton = await startBaton({
        root: ROOT,
        databaseUrl: database.url,
        dataFolder: DATA_FOLDER,
        follow: options.follow,
        port: options.port,
        signal,
      });
      const services = baton.services.flatMap(({ pid }) => pid ?? []);
      writeRunRecord(DATA_FOLDER, { pid: process.pid, address: baton.address, services });
      release();
      const detour = baton.port === options.port ? "" : ` (port ${options.port} is taken)`;
      console.log(`Baton is ready: ${baton.address}${detour}`);
      console.log(`Programs post to http://127.0.0.1:${baton.ingestPort} (docs/ingest-http.md).`);
      for (const line of describeMissing(options.follow)) console.log(line);
      announceLink(baton.signInLink);
      await untilStopped(baton, signal, lock);
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

/** @param {string} address @param {StartOptions} options @param {AbortSignal} signal */
async function announceRunning(address, { follow, databaseUrl }, signal) {
  console.log(`Baton already runs: ${address}`);
  const environment = { ...process.env, DATABASE_URL: databaseUrl };
  announceLink(await makeSignInLink({ root: ROOT, address, environment, signal }));
  if (follow.length > 0)
    console.log(`It goes on as it was started; to add a source to it: npx baton ingest ${follow.join(" ")}`);
}

/** @param {string | null} link */
function announceLink(link) {
  if (link !== null) console.log(`This link opens it signed in, once: ${link}`);
}

/**
 * @param {import("./baton.mjs").Baton} baton
 * @param {AbortSignal} signal
 * @param {string} lock held while it stops, so that a start that comes meanwhile waits
 * @throws {StartError} when a service ended and nobody asked it to
 */
async function untilStopped(baton, signal, lock) {
  const stop = new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  const ends = baton.services.map((service) => service.ended.then(() => service));
  const ended = signal.aborted ? undefined : await Promise.race([stop, ...ends]);
  ensureFolder(DATA_FOLDER);
  const release = await acquireLock(lock);
  try {
    await baton.stop();
    removeRunRecord(DATA_FOLDER);
  } finally {
    release();
  }
  if (ended) throw ended.explainEnd();
}
