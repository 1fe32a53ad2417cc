import type { Command } from "commander";
import { registerCompactConversation } from "./compact/conversation";
import { registerCompactSummary } from "./compact/summary";

/** `baton compact …`: compact a context and report what is lost. */
export function registerCompact(program: Command): void {
  const compact = program
    .command("compact")
    .summary("make a context small, and say what is lost")
    .description(
      "Make the context of an agent small, at the end of a phase or by hand, and say what is lost.",
    );
  registerCompactConversation(compact);
  registerCompactSummary(compact);
}
