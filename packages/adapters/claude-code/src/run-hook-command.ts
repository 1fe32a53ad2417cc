import { withoutSteering } from "@baton/core/internal";
import { readHostInput } from "./read-host-input";
import { HOOK_NAMES, runHook } from "./run-hook";

/**
 * Runs `baton hook` and never fails: errors go to standard error, and the host continues. Messages for the
 * user go to standard output in the format of Claude Code, `{ "systemMessage" }`.
 *
 * @param words the arguments after `baton hook`: the name of a hook, and optionally `--window TOKENS`.
 */
export async function runHookCommand(words: readonly string[]): Promise<void> {
  try {
    const [word, ...options] = words;
    const name = HOOK_NAMES.find((each) => each === word);
    if (!name) throw new Error(`it knows ${HOOK_NAMES.join(", ")}`);
    const message = runHook({
      name,
      input: await readHostInput(process.stdin),
      workingDirectory: process.cwd(),
      windowTokens: readWindow(options),
      now: Date.now(),
    });
    if (message !== null) process.stdout.write(`${JSON.stringify({ systemMessage: message })}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${withoutSteering(`baton hook: nothing was recorded: ${reason}`)}\n`);
  }
}

function readWindow(options: readonly string[]): number | undefined {
  const [flag, value] = options.length === 1 ? (options[0] ?? "").split("=") : options;
  if (flag !== "--window") return undefined;
  const tokens = Number(value);
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined;
}
