import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { StartError } from "../packages/db/server/index.mjs";
import { lastLines, runCommand, step } from "../packages/launch/index.mjs";

/**
 * Installs the packages that package-lock.json names, unless they are
 * there: put there by an earlier start, or by npm.
 * @param {string} root of the project
 * @param {AbortSignal} signal
 * @throws {StartError}
 */
export async function ensureInstalled(root, signal) {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = createHash("sha256").update(lock).digest("hex");
  const stampFile = join(root, "node_modules", ".baton-installed");
  // npm writes this file last, after all else is in place: an installation that was cut short has none.
  const installed = readText(join(root, "node_modules", ".package-lock.json"));
  if (installed && readText(stampFile) === stamp) return;
  if (installed && isInstalled(JSON.parse(lock).packages, JSON.parse(installed).packages)) return;
  const { code, output } = await step("Installing packages", async () => {
    const first = await runInstall(root, signal, ["--prefer-offline"]);
    // What npm has kept of an earlier installation may not know a version yet.
    return /ETARGET/.test(first.output) ? runInstall(root, signal, []) : first;
  });
  if (code !== 0) {
    console.error(lastLines(output));
    throw new StartError(adviseOn(output));
  }
  writeFileSync(stampFile, stamp);
}

/**
 * Development packages are what builds Baton; NODE_ENV=production would leave them out. And where npm itself
 * was told to be silent, it would not say why it failed.
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
 * Whether what is installed is what is locked. Optional packages may be missing: those for other systems are.
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
 * What to do about an `npm ci` that failed.
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
