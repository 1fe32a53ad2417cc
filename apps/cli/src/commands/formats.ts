import { FORMATS, listUnread, type UnreadFiles } from "@baton/ingest/pipeline";

import type { Command } from "commander";
import { explainReadError } from "../input";
import { formatCount, formatRows, JSON_OPTION, printJson, printText, toPrintable } from "../output";
import { formatBytes } from "../rate-meter";

const HOW_TO_ASK = "https://github.com/baton/baton/blob/main/docs/formats.md#ask-for-a-format";

/** `baton formats`: list the formats that Baton reads, and what it does not read. */
export function registerFormats(program: Command): void {
  program
    .command("formats")
    .summary("list the formats that Baton reads")
    .description(
      "List the formats that Baton reads, with the version of each writer that Baton was last compared with.\nWith paths, list also what Baton does not read there.",
    )
    .argument("[path...]", "files and folders")
    .option(...JSON_OPTION)
    .action(async (paths: string[], { json }: { json?: true }) => {
      const formats = [...FORMATS].sort((a, b) => (a.name < b.name ? -1 : 1));
      const unread = await listUnread(paths).catch((error: unknown) => {
        throw explainReadError(error, paths.join(", "));
      });
      if (json) {
        printJson(
          paths.length === 0
            ? formats.map(({ name, about }) => ({ format: name, ...about }))
            : unread.map(({ name, reason, fileCount, byteCount }) => ({
                name,
                reason,
                files: fileCount,
                bytes: byteCount,
              })),
        );
        return;
      }
      printText(formatRows(formats.map(({ name, about }) => ["", name, about.version, about.files])));
      if (paths.length > 0) printText(describeUnread(unread));
    });
}

function describeUnread(unread: readonly UnreadFiles[]): string {
  if (unread.length === 0) return "\nBaton reads all files.";
  const rows = unread.map(({ name, reason, fileCount, byteCount }): [string, ...string[]] => [
    "",
    toPrintable(name),
    formatCount(fileCount),
    formatBytes(byteCount),
    reason,
  ]);
  return `\nNot read (files and size by tool, or by the ending of the name):\n\n${formatRows(rows)}\n\nAsk for a format: ${HOW_TO_ASK}`;
}
