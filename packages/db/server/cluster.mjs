import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { canEnter } from "./account.mjs";
import { POSTGRES_ENVIRONMENT, SHARED_ROOT } from "./binaries.mjs";
import { ensureFolder } from "./folder.mjs";
import { APPLICATION_ROLE, applicationPassword } from "./roles.mjs";
import { explainComplaint, explainWriteError, StartError } from "./start-error.mjs";

/** Name of the database, and of the superuser role of its cluster. */
const NAME = "baton";

/** Major version of the bundled PostgreSQL, which cannot open the files of another one. */
export const MAJOR_VERSION = "18";

/**
 * Located among PostgreSQL's own files, so that a cluster and its password are created and removed together.
 */
const PASSWORD_FILE = "baton.password";

/**
 * A cluster is a data directory that initdb has filled.
 *
 * @param {object} options
 * @param {string} options.dataDirectory absolute path of the cluster
 * @param {string} options.native folder of the binaries
 * @param {import("./account.mjs").Account} options.account
 * @param {boolean} options.isDurable true if initdb syncs its files
 * @param {(message: string) => void} options.onProgress
 * @returns {Promise<string>} the cluster's real path, which differs if the account cannot enter the folder
 * @throws {StartError}
 */
export async function ensureCluster({ dataDirectory, native, account, isDurable, onProgress }) {
  if (existsSync(join(dataDirectory, "PG_VERSION"))) return existingCluster(dataDirectory, account);
  const folder = dirname(dataDirectory);
  const home = canEnter(account, folder) ? folder : sharedHome(dataDirectory);
  const cluster = join(home, "pg");
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    if (existsSync(cluster) && readdirSync(cluster).length > 0) {
      throw new StartError(
        `${cluster} holds files that are not a PostgreSQL database: move them away, then start again.`,
      );
    }
    onProgress("Creating the database");
    await createCluster({ cluster, native, account, isDurable });
  }
  if (home === folder) return cluster;
  try {
    rmSync(dataDirectory, { force: true });
    symlinkSync(cluster, dataDirectory);
  } catch (error) {
    throw explainWriteError(error, folder);
  }
  return existingCluster(dataDirectory, account);
}

/**
 * The address of the database of a cluster, for Baton's programs, and for who may do anything in it.
 * @param {string} dataDirectory
 * @param {number} port
 */
export function databaseUrls(dataDirectory, port) {
  const password = readFileSync(join(dataDirectory, PASSWORD_FILE), "utf8");
  const place = `127.0.0.1:${port}/${NAME}`;
  return {
    url: `postgres://${APPLICATION_ROLE}:${applicationPassword(password)}@${place}`,
    administratorUrl: `postgres://${NAME}:${password}@${place}`,
  };
}

/** @param {string} dataDirectory @param {import("./account.mjs").Account} account */
function existingCluster(dataDirectory, account) {
  const cluster = realpathSync(dataDirectory);
  if (!canEnter(account, cluster)) {
    throw new StartError(
      `PostgreSQL, which does not run as root, cannot reach ${cluster}: let others enter the folders above it (chmod o+x), then start again.`,
    );
  }
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version === MAJOR_VERSION) return cluster;
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${MAJOR_VERSION}: start the Baton that made it, or move the folder away to begin anew.`,
  );
}

/** @param {string} dataDirectory */
function sharedHome(dataDirectory) {
  const home = join(SHARED_ROOT, createHash("sha256").update(dataDirectory).digest("hex").slice(0, 12));
  ensureFolder(SHARED_ROOT);
  ensureFolder(home);
  return home;
}

/**
 * Fills a draft next to the cluster and moves it into place at the end, so that an interrupted first start
 * never leaves a partial cluster.
 * @param {{ cluster: string, native: string, account:
 * import("./account.mjs").Account, isDurable: boolean }} options
 */
async function createCluster({ cluster, native, account, isDurable }) {
  const draft = `${cluster}.draft`;
  const passwordFile = `${cluster}.password`;
  const password = randomBytes(24).toString("base64url");
  try {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    /** @param {string} program @param {string[]} parameters @param {string} [input] */
    const run = async (program, parameters, input) => {
      const { code, output } = await runProgram(join(native, "bin", program), parameters, account, input);
      if (code !== 0 || /ERROR|FATAL|PANIC/.test(output)) throw explainComplaint(output, dirname(cluster));
    };
    await run("initdb", [
      "-D",
      draft,
      "-U",
      NAME,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      ...(isDurable ? [] : ["--no-sync"]),
    ]);
    await run("postgres", ["--single", "-D", draft, "postgres"], `CREATE DATABASE ${NAME};\n`);
    renameSync(passwordFile, join(draft, PASSWORD_FILE));
    renameSync(draft, cluster);
  } catch (error) {
    throw explainWriteError(error, dirname(cluster));
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/**
 * @param {string} program absolute path
 * @param {readonly string[]} parameters
 * @param {import("./account.mjs").Account} account
 * @param {string} [input]
 * @returns {Promise<{ code: number | null, output: string }>} its exit code, and all it wrote
 */
function runProgram(program, parameters, account, input = "") {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { ...account, cwd: "/", env: POSTGRES_ENVIRONMENT });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
    // A program that exits without reading its input breaks the pipe; its exit code gives the reason.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
