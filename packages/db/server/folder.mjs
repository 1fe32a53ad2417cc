import { chmodSync, mkdirSync } from "node:fs";
import { explainWriteError } from "./start-error.mjs";

/**
 * Makes a folder that every account may enter, whatever the umask, unless it is there already.
 * @param {string} folder absolute path
 * @throws {import("./start-error.mjs").StartError} when it cannot be made
 */
export function ensureFolder(folder) {
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
  } catch (error) {
    throw explainWriteError(error, folder);
  }
}
