import type { Command } from "commander";
import { registerTaskCompress } from "./task/compress";
import { registerTaskValidate } from "./task/validate";

/** `baton task …`: validate and shorten task handoffs. */
export function registerTask(program: Command): void {
  const task = program
    .command("task")
    .summary("judge and shorten task handoffs")
    .description(
      "Judge and shorten the documents that give one task to one agent, and what comes back for it.",
    );
  registerTaskValidate(task);
  registerTaskCompress(task);
}
