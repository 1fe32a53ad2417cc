import { spawn } from "node:child_process";
import { ENVIRONMENT } from "./env.mjs";

/** How long a command that is told to stop may take, in milliseconds. */
const GRACE_MILLISECONDS = 5_000;

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} [options.environment] all of it; by default this process's own
 * @param {AbortSignal} [options.signal] ends the program, and what it started
 * @param {boolean} [options.isShown] pass on what it writes, besides returning it
 * @returns {Promise<{ code: number, output: string }>} its exit code (1
 *   where a signal ended it) and all it wrote
 * @throws {unknown} the signal's reason once it is aborted and the program
 *   has ended; an error when it cannot be run
 */
export async function runCommand(
  command,
  parameters,
  { cwd, environment = ENVIRONMENT, signal, isShown = false },
) {
  signal?.throwIfAborted();
  // A process group of its own: Ctrl-C reaches this process alone, which then ends the whole group.
  const child = spawn(command, parameters, {
    cwd,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  /** @param {string} text */
  const write = (text) => {
    output += text;
    if (isShown) process.stdout.write(text);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", write);
  const end = () => {
    killGroup(child.pid, "SIGTERM");
    setTimeout(() => killGroup(child.pid, "SIGKILL"), GRACE_MILLISECONDS).unref();
  };
  signal?.addEventListener("abort", end, { once: true });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (status, name) => {
        if (name) write(`${command} was ended by ${name}.\n`);
        resolve(status ?? 1);
      });
    });
    signal?.throwIfAborted();
    return { code, output };
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** @param {number | undefined} pid @param {NodeJS.Signals} name */
function killGroup(pid, name) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended by itself.
  }
}

/**
 * The end of what a program wrote: where it says what went wrong.
 * @param {string} output
 * @param {number} [count] lines
 */
export function lastLines(output, count = 20) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}
