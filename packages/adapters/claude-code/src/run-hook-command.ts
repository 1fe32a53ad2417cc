import { withoutSteering } from "@baton/core/host";
import { dismissSuggestions } from "./advice";
import { countInBackground } from "./count-later";
import { readHostProject } from "./env";
import { readHostInput } from "./read-host-input";
import { runHook } from "./run-hook";

/** Words of `baton hook`: the hook of Claude Code, and an end of its suggestions. */
export const HOOK_NAMES = ["claude-code", "dismiss"] as const;

/**
 * Runs `baton hook` and never fails: errors go to standard error, and the host continues. The answer goes to
 * standard output as JSON.
 *
 * @param words the arguments after `baton hook`: one of `HOOK_NAMES`, and optionally `--window TOKENS`.
 */
export async function runHookCommand(words: readonly string[]): Promise<void> {
  try {
    const [name, ...options] = words;
    if (!HOOK_NAMES.some((each) => each === name)) throw new Error(`it knows ${HOOK_NAMES.join(", ")}`);
    if (name === "dismiss") {
      const message = dismissSuggestions(readHostProject() ?? process.cwd(), Date.now());
      if (message !== null) process.stdout.write(`${message}\n`);
      return;
    }
    const output = await runHook({
      input: await readHostInput(process.stdin),
      workingDirectory: process.cwd(),
      windowTokens: readWindow(options),
      now: Date.now(),
      count: process.argv[1] === undefined ? undefined : countInBackground(process.argv[1]),
    });
    if (output !== null) process.stdout.write(`${JSON.stringify(output)}\n`);
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
