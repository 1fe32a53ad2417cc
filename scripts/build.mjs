import { join } from "node:path";
import { StartError } from "../packages/db/server/index.mjs";
import { basePathOf, NO_TELEMETRY, runCommand, step } from "../packages/launch/index.mjs";

/**
 * Builds what changed since the last build.
 * @param {string} root of the project
 * @param {AbortSignal} signal
 * @param {string} [url] public address: the build serves Baton below its path. By default at the root of a host name
 * @throws {StartError} with the compiler's output
 */
export async function build(root, signal, url) {
  const turbo = join(root, "node_modules", ".bin", "turbo");
  const environment = {
    ...process.env,
    ...NO_TELEMETRY,
    BATON_BASE_PATH: basePathOf(url),
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
  };
  const parameters = ["run", "build", "--output-logs=errors-only", "--ui=stream"];
  const { code, output } = await step("Building", () =>
    runCommand(turbo, parameters, { cwd: root, environment, signal }),
  );
  if (code === 0) return;
  console.error(output);
  throw new StartError("The build failed, for the reason above.");
}
