import type { Command } from "commander";
import { registerTaskCompress } from "./task/compress";
import { registerTaskValidate } from "./task/validate";

/** `baton task …`: validate and shorten task handoffs. */
export function registerTask(program: Command): void {
  const task = program
    .command("task")
    .summary("validate and shorten task handoffs")
    .description("Validate and shorten task handoffs, and validate their responses.");
  registerTaskValidate(task);
  registerTaskCompress(task);
}
