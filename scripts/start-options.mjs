import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "../packages/db/server/index.mjs";

export const USAGE = `npm start [-- --follow PATH …]

  --follow PATH   read the session files in PATH, now and as they grow, and once it exists; may be given several times
  --help          print this

Environment: PORT (3000) of the web server, DATABASE_URL of a PostgreSQL of your own, BATON_FOLLOW paths to follow,
separated by “${delimiter}”.`;

const FIRST_PORT = 3000;

/**
 * @typedef {object} StartOptions
 * @property {boolean} isHelpWanted
 * @property {string[]} follow absolute paths, each once; some may not exist yet
 * @property {number} port wanted for the web server
 * @property {string | undefined} databaseUrl
 */

/**
 * Reads what a start is asked to do.
 * @param {readonly string[]} words the command line, after the program's name
 * @param {Record<string, string | undefined>} environment
 * @param {string} folder absolute path against which relative ones are meant
 * @returns {StartOptions}
 * @throws {StartError} on a word, port or address that cannot be meant
 */
export function readStartOptions(words, environment, folder) {
  const { help, follow } = parseWords(words);
  const listed = (environment.BATON_FOLLOW ?? "").split(delimiter).filter((path) => path !== "");
  return {
    isHelpWanted: help,
    follow: [...new Set([...follow, ...listed].map((path) => absolutePath(path, folder)))],
    port: readPort(environment.PORT),
    databaseUrl: readDatabaseUrl(environment.DATABASE_URL),
  };
}

/** @param {readonly string[]} words */
function parseWords(words) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { follow: { type: "string", multiple: true }, help: { type: "boolean", short: "h" } },
    });
    return { help: values.help ?? false, follow: values.follow ?? [] };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** @param {string} path @param {string} folder */
function absolutePath(path, folder) {
  // A shell leaves the tilde alone in “--follow=~/…”.
  return resolve(folder, path.replace(/^~(?=\/|$)/, homedir()));
}

/**
 * Describes each path that does not exist yet, as a tool makes its folder with its first session.
 * @param {readonly string[]} follow
 */
export function describeMissing(follow) {
  return follow
    .filter((path) => !existsSync(path))
    .map((path) => `${path} does not exist yet: Baton waits for it, and follows it once it appears.`);
}

/** @param {string | undefined} text */
function readPort(text) {
  if (text === undefined || text === "") return FIRST_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_534) return port;
  throw new StartError(`PORT is “${text}”, which is no port: give a number from 1 to 65534.`);
}

/** @param {string | undefined} text */
function readDatabaseUrl(text) {
  if (text === undefined || text === "") return undefined;
  if (/^postgres(ql)?:$/.test(URL.canParse(text) ? new URL(text).protocol : "")) return text;
  throw new StartError(
    "DATABASE_URL is no address of a PostgreSQL: it begins with postgres:// or postgresql://.",
  );
}
