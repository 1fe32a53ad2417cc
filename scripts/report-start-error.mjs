import { StartError } from "../packages/db/server/index.mjs";

/**
 * Runs a command. If it fails in a way that its user can fix, prints why and sets the exit code 1.
 *
 * @param {() => Promise<void>} run
 */
export async function reportStartError(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
