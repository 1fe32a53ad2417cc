import { FORMATS } from "@baton/ingest/pipeline";
import type { Command } from "commander";
import { formatRows, JSON_OPTION, printJson, printText } from "../output";

/** `baton formats`: list the formats that Baton reads. */
export function registerFormats(program: Command): void {
  program
    .command("formats")
    .summary("list the formats that Baton reads")
    .description(
      "List the formats that Baton reads, with the version of each writer that Baton was last compared with.",
    )
    .option(...JSON_OPTION)
    .action(({ json }: { json?: true }) => {
      const formats = [...FORMATS].sort((a, b) => (a.name < b.name ? -1 : 1));
      if (json) printJson(formats.map(({ name, about }) => ({ format: name, ...about })));
      else printText(formatRows(formats.map(({ name, about }) => ["", name, about.version, about.files])));
    });
}
