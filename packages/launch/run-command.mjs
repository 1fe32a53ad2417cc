import { spawn } from "node:child_process";
import { ENVIRONMENT } from "./env.mjs";

/** Time that a stopped command has to exit, in milliseconds. */
const GRACE_MILLISECONDS = 5_000;

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} [options.environment] all of it; by default this process's own
 * @param {AbortSignal} [options.signal] stops the program and its children
 * @param {boolean} [options.isShown] also prints the output
 * @returns {Promise<{ code: number, output: string }>} its exit code (1 if a signal ended it) and its output
 * @throws {unknown} the signal's reason if it is aborted, once the program has exited; an error if it cannot
 * run
 */
export async function runCommand(
  command,
  parameters,
  { cwd, environment = ENVIRONMENT, signal, isShown = false },
) {
  signal?.throwIfAborted();
  // Its own process group: Ctrl-C reaches only this process, which then stops the whole group.
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
    // The program has exited.
  }
}

/**
 * Returns the end of a program's output, which has the error.
 * @param {string} output
 * @param {number} [count] lines
 */
export function lastLines(output, count = 20) {
  return output.trimEnd().split("\n").slice(-count).join("\n");
}
