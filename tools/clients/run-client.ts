import { lastLines, runCommand } from "@baton/launch";

/** Ends a client that loops or waits for a user. */
const RUN_MILLISECONDS = 60_000;

/** The variables that a client inherits: no keys, and no settings of the user who runs the lab. */
const PASSED_ON = ["PATH", "TMPDIR", "LANG"];

/**
 * Runs a client to its end.
 *
 * @returns its output.
 * @throws {Error} with the end of the output, if it fails or does not end.
 */
export async function runClient(
  command: string,
  parameters: readonly string[],
  { cwd, environment }: { cwd: string; environment: Record<string, string> },
): Promise<string> {
  const passedOn = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const signal = AbortSignal.timeout(RUN_MILLISECONDS);
  const { code, output } = await runCommand(command, parameters, {
    cwd,
    environment: { ...passedOn, ...environment },
    signal,
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${lastLines(output)}`);
  return output;
}
