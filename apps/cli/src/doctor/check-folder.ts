import { constants, existsSync } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MAJOR_VERSION } from "@baton/db/server";
import type { Check } from "./check";

/** Space for a new database, the sample, and some days of logs. */
const NEEDED_BYTES = 1_000_000_000;

/** Checks that the current OS user can write to a folder, which need not exist yet. */
export async function checkDataFolder(folder: string): Promise<Check> {
  const name = "data folder";
  const existing = nearestFolder(folder);
  const isDirectory = (await stat(existing)).isDirectory();
  if (!isDirectory)
    return {
      name,
      state: "problem",
      message: `${existing} is a file.`,
      advice: "Choose another folder with --data or BATON_DATA.",
    };
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch {
    return {
      name,
      state: "problem",
      message: `This account cannot write to ${existing}.`,
      advice: "Change its permissions, or choose another folder with --data or BATON_DATA.",
    };
  }
  return { name, state: "ok", message: existing === folder ? folder : `${folder} (not created yet)` };
}

/** Checks that the folder's disk has enough space. */
export async function checkDisk(folder: string, neededBytes = NEEDED_BYTES): Promise<Check> {
  const name = "disk";
  const { bavail, bsize } = await statfs(nearestFolder(folder));
  const freeBytes = bavail * bsize;
  const message = `${(freeBytes / 1e9).toFixed(1)} GB free`;
  if (freeBytes >= neededBytes) return { name, state: "ok", message };
  return {
    name,
    state: "problem",
    message: `Only ${message}.`,
    advice: `Free at least ${(neededBytes / 1e9).toFixed(1)} GB on the disk of ${folder}.`,
  };
}

/**
 * Checks that the database in a folder belongs to the current OS user and has the version of the included
 * PostgreSQL. Returns null before the first start.
 */
export async function checkOwnDatabase(folder: string): Promise<Check | null> {
  const name = "database files";
  const pg = join(folder, "pg");
  const owner = await stat(pg).then(
    ({ uid }) => uid,
    () => null,
  );
  if (owner === null) return null;
  const account = process.getuid?.();
  if (account !== undefined && account !== 0 && owner !== account)
    return {
      name,
      state: "problem",
      message: `${pg} belongs to another account (user ID ${owner}).`,
      advice: "Run Baton as that account, or choose another folder with --data or BATON_DATA.",
    };
  const version = await readFile(join(pg, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => null,
  );
  if (version === null) return null;
  if (version !== MAJOR_VERSION)
    return {
      name,
      state: "problem",
      message: `${pg} is a database of PostgreSQL ${version}, and Baton includes ${MAJOR_VERSION}.`,
      advice: "Use the version of Baton that made it, or restore a backup into a new data folder.",
    };
  return { name, state: "ok", message: `PostgreSQL ${version}` };
}

/** Returns the folder or its nearest existing parent. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
}
