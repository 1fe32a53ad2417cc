import { lastLines, runCommand } from "@baton/launch";

/** A client that goes round in circles, or waits for a person, ends with this. */
const RUN_MILLISECONDS = 60_000;

/** The variables that a client inherits: no keys, and no settings of the person who runs the lab. */
const PASSED_ON = ["PATH", "TMPDIR", "LANG"];

/**
 * Runs a client to its end.
 *
 * @returns all that it wrote.
 * @throws {Error} with the end of that, if it fails or does not end.
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
