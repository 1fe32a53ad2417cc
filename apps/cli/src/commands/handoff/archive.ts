import { archiveCompletedHandoffs } from "@baton/core/node";
import type { Command } from "commander";
import { JSON_OPTION, printJson, printText } from "../../output";
import { checkRoot } from "./root-option";

/** `baton handoff archive`: move the documents of completed phases out of the way. */
export function registerHandoffArchive(handoff: Command): void {
  handoff
    .command("archive")
    .summary("move the handoff documents of completed phases to handoffs/archive")
    .description(
      "Move the handoff documents of phases whose progress file reports every objective as done from handoffs/ to handoffs/archive/. Replaces nothing.",
    )
    .argument("<folder>", "the task's folder, which contains handoffs/ and progress/")
    .option(...JSON_OPTION)
    .action(async (folder: string, { json }: { json?: true }) => {
      await checkRoot(folder);
      const moved = await archiveCompletedHandoffs(folder);
      if (json) return printJson({ ok: true, moved });
      if (moved.length === 0) return printText("No phase with a handoff document is complete.");
      printText(moved.map((name) => `handoffs/${name} → handoffs/archive/${name}`).join("\n"));
    });
}
