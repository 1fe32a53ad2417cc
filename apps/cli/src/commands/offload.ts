import { renderOffloaded } from "@baton/core/handoff-document";
import { offloadText } from "@baton/core/node";
import type { Command } from "commander";
import { readTextInput } from "../input";
import { JSON_OPTION, printJson, printText } from "../output";
import { writing } from "../writing";

/** `baton offload`: keep a large text in a file, and print its replacement in a context. */
export function registerOffload(program: Command): void {
  program
    .command("offload")
    .summary("move a large text out of a context into a file")
    .description(
      "Write a large text to a file named by its SHA-256, and print its replacement in a context: its path, size and first ten lines.",
    )
    .argument("<file>", "the text; - is standard input")
    .option("--folder <folder>", "folder for the file, created if it is missing", ".baton/offloaded")
    .option(...JSON_OPTION)
    .action(async (path: string, { folder, json }: { folder: string; json?: true }) => {
      const { text } = await readTextInput(path);
      const offloaded = await writing(folder, () => offloadText(folder, text));
      if (json) printJson(offloaded);
      else printText(renderOffloaded(offloaded));
    });
}
