import { join } from "node:path";
import { StartError } from "../db/server/index.mjs";
import { PROGRAMS } from "./programs.mjs";
import { lastLines, runCommand } from "./run-command.mjs";

/**
 * Creates a one-time link that opens Baton signed in; the previous one becomes invalid.
 *
 * @param {object} options
 * @param {string} options.root of the product
 * @param {string} options.address of the web server, on this machine
 * @param {NodeJS.ProcessEnv} options.environment has the database, and in BATON_URL the URL for users if it
 * differs
 * @param {AbortSignal} options.signal
 * @returns {Promise<string | null>} null if the first account has a password
 * @throws {StartError}
 */
export async function createSignInLink({ root, address, environment, signal }) {
  const command = join(root, PROGRAMS.baton);
  const opened = environment.BATON_URL || address;
  const parameters = [command, "admin", "sign-in-link", "--unless-password", "--address", opened, "--json"];
  const { code, output } = await runCommand(process.execPath, parameters, { cwd: root, environment, signal });
  if (code !== 0) throw new StartError(`No link to sign in with could be made:\n${lastLines(output, 8)}`);
  return JSON.parse(lastLines(output, 1)).link;
}
