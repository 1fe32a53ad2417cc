/** Exit codes: success, findings or failure, and wrong usage. */
export const EXIT_CODES = { fine: 0, failure: 1, misuse: 2 } as const;

/**
 * An expected failure. The message is one sentence for the user: what happened, where, and what to do. It is
 * printed without a stack trace.
 */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_CODES.failure) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Creates an error for a command line that can never work (exit code 2). */
export function misuse(message: string): CommandError {
  return new CommandError(message, EXIT_CODES.misuse);
}
