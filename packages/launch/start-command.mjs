import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolderOf, isClone } from "./data-folder.mjs";

/** The package in a registry, with or without a version. */
const PUBLISHED = /^@baton\/cli(?:@[^:/]+)?$/;

/**
 * Returns the command that starts this Baton in a shell; in a clone, its folder must be the working directory.
 * @param {string} root absolute path of the product
 * @param {string} dataFolder absolute path; the command names it unless it is the default
 * @param {Record<string, string | undefined>} environment
 */
export function startCommandOf(root, dataFolder, environment) {
  const prefix = dataPrefix(root, dataFolder);
  return isClone(root) ? `${prefix}npm start` : `${prefix}${programOf(root, environment)} start`;
}

/**
 * Returns the command line program of this Baton, which works in every folder, with its data.
 * @param {string} root absolute path of the product
 * @param {string} dataFolder absolute path
 * @param {Record<string, string | undefined>} environment
 */
export function batonCommandOf(root, dataFolder, environment) {
  return `${dataPrefix(root, dataFolder)}${programOf(root, environment)}`;
}

/** @param {string} root @param {string} dataFolder */
function dataPrefix(root, dataFolder) {
  return dataFolder === dataFolderOf(root, undefined) ? "" : `BATON_DATA=${quoteForShell(dataFolder)} `;
}

/** @param {string} root @param {Record<string, string | undefined>} environment */
function programOf(root, environment) {
  // Outside of the clone, “npx baton” would run a stranger's package.
  if (isClone(root)) return pathOfProgram(root);
  if (environment.npm_command !== "exec") return "baton";
  const folder = join(root, "..", "..", "..");
  const published = listRequested(join(folder, "package.json")).find((name) => PUBLISHED.test(name));
  // npx would install a tarball again for each command, under the running program.
  return published ? `npx ${published}` : pathOfProgram(folder);
}

/** @param {string} folder that npm installed into */
function pathOfProgram(folder) {
  return quoteForShell(join(folder, "node_modules", ".bin", "baton"));
}

/**
 * Lists the packages that npx was asked for.
 * @param {string} file of npx's own folder
 * @returns {string[]}
 */
function listRequested(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8"))._npx?.packages ?? []) : [];
}

/** @param {string} path */
function quoteForShell(path) {
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
