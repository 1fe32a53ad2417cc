import type { Command } from "commander";
import { registerCompactConversation } from "./compact/conversation";
import { registerCompactRestore } from "./compact/restore";
import { registerCompactSummary } from "./compact/summary";

/** `baton compact …`: compact a context and report what is lost. */
export function registerCompact(program: Command): void {
  const compact = program
    .command("compact")
    .summary("compact a context and report what is lost")
    .description("Compact the context of an agent and report what is lost.");
  registerCompactConversation(compact);
  registerCompactSummary(compact);
  registerCompactRestore(compact);
}
