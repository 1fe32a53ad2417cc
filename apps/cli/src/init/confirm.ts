import { createInterface } from "node:readline/promises";
import { CommandError } from "../command-error";

/**
 * Asks the user at the terminal; every answer except yes counts as no.
 *
 * @throws CommandError if the user interrupts.
 */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  let isInterrupted = false;
  terminal.once("SIGINT", () => {
    isInterrupted = true;
    terminal.close();
  });
  terminal.once("close", () => closed.abort());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: closed.signal });
    return /^\s*y(?:es)?\s*$/i.test(answer);
  } catch {
    if (isInterrupted) throw new CommandError("Interrupted: nothing was written.", 130);
    return false;
  } finally {
    terminal.close();
  }
}
