import { HOOK_NAMES, runHookCommand } from "@baton/claude-code";
import { Argument, type Command } from "commander";

/**
 * `baton hook …`: the hooks that Claude Code calls. `bin/baton.mjs` starts them without loading anything
 * else.
 */
export function registerHook(program: Command): void {
  program
    .command("hook")
    .summary("record Claude Code events from its hooks")
    .description(
      "Record a compaction or a tool call of Claude Code in .claude/logs/, and suggest a compaction before the window is full. Reads the JSON that Claude Code writes to its hooks. Never fails, never blocks. “dismiss” stops suggestions until the next compaction.",
    )
    .addArgument(new Argument("<name>", "name of the hook").choices(HOOK_NAMES))
    .option(
      "--window <tokens>",
      "context window of the model (default: as Claude Code reports it, else 200000)",
    )
    .action((name: string, { window }: { window?: string }) =>
      runHookCommand(window === undefined ? [name] : [name, "--window", window]),
    );
}
