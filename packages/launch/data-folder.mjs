import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/**
 * The folder of all data that Baton keeps on this machine: `BATON_DATA`, else `.data` in a clone, else `.baton`
 * in the user's home folder.
 * @param {string} root absolute path of the product
 * @param {string | undefined} given what `BATON_DATA` says, relative to the working directory
 * @returns {string} absolute path, which need not exist
 */
export function dataFolderOf(root, given) {
  if (given) return resolve(given);
  return isClone(root) ? join(root, ".data") : join(homedir(), ".baton");
}

/**
 * Returns true for a clone, false for an installed package.
 * @param {string} root
 */
export function isClone(root) {
  return existsSync(join(root, "turbo.json"));
}
