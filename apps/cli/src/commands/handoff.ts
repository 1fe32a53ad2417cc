import type { Command } from "commander";
import { registerHandoffChain } from "./handoff/chain";
import { registerHandoffIndex } from "./handoff/index";
import { registerHandoffStaleness } from "./handoff/staleness";
import { registerHandoffValidate } from "./handoff/validate";

/** `baton handoff …`: validate and index handoff documents. */
export function registerHandoff(program: Command): void {
  const handoff = program
    .command("handoff")
    .summary("validate and index handoff documents")
    .description(
      "Validate the documents that an agent writes for its successor before its context is full, and prepare the successor's start.",
    );
  registerHandoffValidate(handoff);
  registerHandoffIndex(handoff);
  registerHandoffStaleness(handoff);
  registerHandoffChain(handoff);
}
