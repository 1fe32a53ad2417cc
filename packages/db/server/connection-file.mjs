import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isAlive } from "./process-life.mjs";
import { explainWriteError } from "./start-error.mjs";

/**
 * Content of the file for processes that join the server. `users` are the starts that use the server, each
 * `<process id>.<n>`. The last one to stop ends the server.
 * @typedef {{ url: string, port: number, pid: number, users: string[] }} Connection
 */

/** @param {string} dataDirectory */
function connectionFile(dataDirectory) {
  return join(dirname(dataDirectory), "connection.json");
}

/**
 * @param {string} dataDirectory
 * @returns {Connection | undefined} as last written, whether or not the server still runs
 */
export function readConnectionFile(dataDirectory) {
  try {
    return JSON.parse(readFileSync(connectionFile(dataDirectory), "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw explainWriteError(error, dirname(dataDirectory));
  }
}

/**
 * @param {string} dataDirectory
 * @param {Connection} connection
 */
export function writeConnectionFile(dataDirectory, connection) {
  const file = connectionFile(dataDirectory);
  try {
    writeFileSync(`${file}.draft`, `${JSON.stringify(connection)}\n`, { mode: 0o600 });
    renameSync(`${file}.draft`, file);
  } catch (error) {
    throw explainWriteError(error, dirname(dataDirectory));
  }
}

/** @param {string} dataDirectory */
export function removeConnectionFile(dataDirectory) {
  rmSync(connectionFile(dataDirectory), { force: true });
}

/**
 * Returns the users whose processes still run.
 * @param {string[]} users
 */
export function livingUsers(users) {
  return users.filter((user) => isAlive(Number.parseInt(user, 10)));
}
