import { join, relative } from "node:path";
import { StartError } from "../../packages/db/server/index.mjs";
import { lastLines, runCommand, step } from "../../packages/launch/index.mjs";
import { findPython } from "../python.mjs";

/**
 * Builds the wheel and the source distribution of the Python package in a folder; with a message and without
 * files if there is no Python.
 * @param {string} root of the clone
 * @param {string} output
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>} paths of both, relative to the root
 * @throws {StartError}
 */
export async function packPython(root, output, signal) {
  const python = await findPython(root, signal);
  if (python === null) {
    console.error("Not packed: the Python package, because there is no Python 3.10 or newer.");
    return [];
  }
  const words = [join(root, "python", "build_package.py"), output];
  const result = await step("Packing baton-policy", () => runCommand(python, words, { cwd: root, signal }));
  if (result.code !== 0) {
    throw new StartError(`The Python package could not be packed:\n${lastLines(result.output)}`);
  }
  return lastLines(result.output, 2)
    .split("\n")
    .map((path) => relative(root, path));
}
