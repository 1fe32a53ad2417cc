import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { StartError } from "../packages/db/server/index.mjs";
import { lastLines, runCommand, step } from "../packages/launch/index.mjs";

/**
 * Installs the packages of package-lock.json, unless an earlier start or npm has installed them.
 * @param {string} root of the project
 * @param {AbortSignal} signal
 * @throws {StartError}
 */
export async function ensureInstalled(root, signal) {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = createHash("sha256").update(lock).digest("hex");
  const stampFile = join(root, "node_modules", ".baton-installed");
  // npm writes this file last, so an incomplete installation lacks it.
  const installed = readText(join(root, "node_modules", ".package-lock.json"));
  if (installed && readText(stampFile) === stamp) return;
  if (installed && isInstalled(JSON.parse(lock).packages, JSON.parse(installed).packages)) return;
  const { code, output } = await step("Installing packages", async () => {
    const first = await runInstall(root, signal, ["--prefer-offline"]);
    // npm's cache of an earlier installation may not contain a version yet.
    return /ETARGET/.test(first.output) ? runInstall(root, signal, []) : first;
  });
  if (code !== 0) {
    console.error(lastLines(output));
    throw new StartError(adviseOn(output));
  }
  writeFileSync(stampFile, stamp);
}

/**
 * Development packages build Baton, but NODE_ENV=production would omit them. And a silent npm would not
 * report its error.
 * @param {string} root
 * @param {AbortSignal} signal
 * @param {readonly string[]} options
 */
function runInstall(root, signal, options) {
  return runCommand("npm", ["ci", "--include=dev", "--loglevel=error", ...options], { cwd: root, signal });
}

/**
 * @typedef {Record<string, { optional?: boolean, [field: string]: unknown }>} Packages by their path
 */

/**
 * Returns true if the installed packages are the locked ones. Optional packages may be missing: those of
 * other systems are.
 * @param {Packages} locked
 * @param {Packages} installed
 */
export function isInstalled(locked, installed) {
  return Object.entries(locked).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? isDeepStrictEqual(found, entry) : entry.optional === true;
  });
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Returns advice about a failed `npm ci`.
 * @param {string} output
 */
export function adviseOn(output) {
  if (/ENOSPC/.test(output)) return "The disk is full: free about 2 GB, then start again.";
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "npm may not write here: make the folder and npm's cache writable for this account, then start again.";
  }
  if (/EUSAGE/.test(output)) {
    return "package.json and package-lock.json differ: undo the change to them, or run “npm install”, then start again.";
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|UND_ERR|network/.test(output)) {
    return "The packages could not be fetched: check the network or npm's proxy settings, then start again.";
  }
  return "The packages could not be installed, for the reason above: mend it, then start again.";
}
