import { HOOK_NAMES } from "@baton/core/hook";
import { Argument, type Command } from "commander";
import { runHookCommand } from "../hook/run-hook-command";

/** `baton hook …`: what Claude Code calls; `bin/baton.mjs` takes a way to it that loads nothing else. */
export function registerHook(program: Command): void {
  program
    .command("hook")
    .summary("record Claude Code events from its hooks")
    .description(
      "Note a compaction or a tool call of Claude Code in .claude/logs/, and suggest a compaction in time. Reads the JSON that Claude Code writes to its hooks; never fails, never blocks. “dismiss” keeps suggestions away until the next compaction.",
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
