import { runCommand } from "../packages/launch/index.mjs";

/** Possible names of a Python interpreter. */
const COMMANDS = ["python3", "python"];
const IS_SUPPORTED = "import sys; sys.exit(sys.version_info < (3, 10))";

/**
 * Finds a Python interpreter that the Python package supports: 3.10 or newer.
 *
 * @param {string} cwd
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | null>} its command; null without one
 */
export async function findPython(cwd, signal) {
  for (const command of COMMANDS) {
    if (await isSupported(command, cwd, signal)) return command;
  }
  return null;
}

/** @param {string} command @param {string} cwd @param {AbortSignal} [signal] */
async function isSupported(command, cwd, signal) {
  try {
    const { code } = await runCommand(command, ["-c", IS_SUPPORTED], { cwd, signal });
    return code === 0;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
