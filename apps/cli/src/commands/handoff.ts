import type { Command } from "commander";
import { registerHandoffAdvise } from "./handoff/advise";
import { registerHandoffArchive } from "./handoff/archive";
import { registerHandoffChain } from "./handoff/chain";
import { registerHandoffIndex } from "./handoff/index";
import { registerHandoffNew } from "./handoff/new";
import { registerHandoffPartial } from "./handoff/partial";
import { registerHandoffStaleness } from "./handoff/staleness";
import { registerHandoffValidate } from "./handoff/validate";

/** `baton handoff …`: hand off before a context is full, and continue. */
export function registerHandoff(program: Command): void {
  const handoff = program
    .command("handoff")
    .summary("write, validate and index handoff documents")
    .description(
      "Decide when to hand off, start and validate the documents that an agent writes for its successor before its context is full, and prepare the successor's start.",
    );
  registerHandoffAdvise(handoff);
  registerHandoffNew(handoff);
  registerHandoffValidate(handoff);
  registerHandoffPartial(handoff);
  registerHandoffIndex(handoff);
  registerHandoffStaleness(handoff);
  registerHandoffChain(handoff);
  registerHandoffArchive(handoff);
}
