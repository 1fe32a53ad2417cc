import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, resolve } from "node:path";
import { StartError } from "../db/server/index.mjs";
import { dataFolderOf } from "./data-folder.mjs";

const FIRST_PORT = 3000;

/**
 * Options of the command line.
 * @typedef {object} GivenOptions
 * @property {string[]} [follow]
 * @property {string} [data]
 * @property {string} [port]
 */

/**
 * @typedef {object} StartOptions
 * @property {string} dataFolder absolute path
 * @property {string[]} follow absolute paths, each once; some may not exist yet
 * @property {number} port preferred port of the web server
 * @property {string | undefined} databaseUrl
 */

/**
 * Returns the options of a start, from the command line and the environment.
 * @param {GivenOptions} given
 * @param {Record<string, string | undefined>} environment
 * @param {string} folder absolute path that relative ones start from
 * @param {string} root absolute path of the product
 * @returns {StartOptions}
 * @throws {StartError} for an invalid port or address
 */
export function readStartOptions(given, environment, folder, root) {
  const listed = (environment.BATON_FOLLOW ?? "").split(delimiter).filter((path) => path !== "");
  const data = given.data || environment.BATON_DATA;
  return {
    dataFolder: dataFolderOf(root, data && absolutePath(data, folder)),
    follow: [...new Set([...(given.follow ?? []), ...listed].map((path) => absolutePath(path, folder)))],
    port: given.port === undefined ? readPort("PORT", environment.PORT) : readPort("--port", given.port),
    databaseUrl: readDatabaseUrl(environment.DATABASE_URL),
  };
}

/** @param {string} path @param {string} folder */
function absolutePath(path, folder) {
  // The shell does not expand the tilde in “--follow=~/…”.
  return resolve(folder, path.replace(/^~(?=\/|$)/, homedir()));
}

/**
 * Describes each path that does not exist yet, since tools create their folder with the first session.
 * @param {readonly string[]} follow
 */
export function describeMissing(follow) {
  return follow
    .filter((path) => !existsSync(path))
    .map((path) => `${path} does not exist yet: Baton waits for it, and follows it once it appears.`);
}

/** @param {string} name @param {string | undefined} text */
function readPort(name, text) {
  if (text === undefined || text === "") return FIRST_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_534) return port;
  throw new StartError(`${name} is “${text}”, which is not a port. Give a number from 1 to 65534.`);
}

/** @param {string | undefined} text */
function readDatabaseUrl(text) {
  if (text === undefined || text === "") return undefined;
  if (/^postgres(ql)?:$/.test(URL.canParse(text) ? new URL(text).protocol : "")) return text;
  throw new StartError(
    "DATABASE_URL must be a PostgreSQL URL that begins with postgres:// or postgresql://.",
  );
}
