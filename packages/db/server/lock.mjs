import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./process-life.mjs";
import { explainWriteError } from "./start-error.mjs";

const HEARTBEAT_MILLISECONDS = 5_000;
/**
 * A live holder touches its lock every five seconds. If it is silent for this long, another program has its
 * process ID.
 */
const SILENCE_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 50;

/**
 * Takes a lock file that one process at a time can hold, and waits while another live process holds it. The
 * lock of a process that was killed is taken over.
 *
 * @param {string} path absolute path of the lock file; its folder exists
 * @param {object} [options]
 * @param {(holder: number) => void} [options.onWait] called once, with the holder's process id
 * @param {AbortSignal} [options.signal] gives the wait up
 * @returns {Promise<() => void>} gives the lock back
 * @throws {import("./start-error.mjs").StartError} when the folder cannot be written
 */
export async function acquireLock(path, { onWait, signal } = {}) {
  const content = JSON.stringify({ pid: process.pid, token: randomUUID() });
  let hasWaited = false;
  while (!tryToCreate(path, content)) {
    const seen = readLock(path);
    if (seen === undefined) continue;
    if (isAbandoned(path, seen)) {
      removeAbandoned(path, seen);
      continue;
    }
    if (!hasWaited) {
      hasWaited = true;
      onWait?.(holderOf(seen) ?? 0);
    }
    await sleep(RETRY_MILLISECONDS, undefined, { signal });
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MILLISECONDS).unref();
  return () => {
    clearInterval(heartbeat);
    if (readLock(path) === content) rmSync(path, { force: true });
  };
}

/**
 * The process that holds a lock.
 * @param {string} path absolute path of the lock file
 * @returns {number | undefined} its id, if it lives
 */
export function findHolder(path) {
  const content = readLock(path);
  const holder = content === undefined ? undefined : holderOf(content);
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

/** @param {string} path @param {string} content */
function tryToCreate(path, content) {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw explainWriteError(error, dirname(path));
  }
}

/** @param {string} path */
function readLock(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} content */
function holderOf(content) {
  const pid = Number(/"pid":(\d+)/.exec(content)?.[1]);
  return Number.isInteger(pid) ? pid : undefined;
}

/** @param {string} path @param {string} seen */
function isAbandoned(path, seen) {
  const holder = holderOf(seen);
  if (holder !== undefined && !isAlive(holder)) return true;
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > SILENCE_MILLISECONDS;
}

/**
 * Two waiters may both find a lock abandoned. The slower one must not remove the lock that the faster one has
 * acquired since. Therefore it first renames the lock, which only one can do, and restores it if it belongs
 * to another process.
 * @param {string} path @param {string} seen
 */
function removeAbandoned(path, seen) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readLock(aside);
  if (moved !== undefined && moved !== seen) tryToCreate(path, moved);
  rmSync(aside, { force: true });
}

/** @param {string} path */
function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The folder was deleted meanwhile, so nothing is left to lock.
  }
}
