import { chmodSync, mkdirSync } from "node:fs";
import { explainWriteError } from "./start-error.mjs";

/**
 * Creates a folder that every account may enter, regardless of the umask, unless it exists.
 * @param {string} folder absolute path
 * @throws {import("./start-error.mjs").StartError} if it cannot be created
 */
export function ensureFolder(folder) {
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
  } catch (error) {
    throw explainWriteError(error, folder);
  }
}
