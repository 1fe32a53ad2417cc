import { parseHandoffDocument } from "@baton/core/handoff-document";
import { findReferencedFiles, readStaleness } from "@baton/core/node";
import type { Command } from "commander";
import { EXIT_CODES } from "../../command-error";
import { nameInput, readTextInput } from "../../input";
import { JSON_OPTION, printJson, printText } from "../../output";
import { checkRoot, createRootOption } from "./root-option";
import { describeStaleness } from "./validate";

/** `baton handoff staleness`: report how much the project changed since a document was written. */
export function registerHandoffStaleness(handoff: Command): void {
  handoff
    .command("staleness")
    .summary("compare the project with a handoff document")
    .description(
      "Report how much the project changed since a handoff document was written, from its git repository and files. Exits with 1 for STALE and VERY_STALE.",
    )
    .argument("<file>", "a handoff document in Markdown; - is standard input")
    .addOption(createRootOption())
    .option(...JSON_OPTION)
    .action(check);
}

async function check(path: string, { root, json }: { root: string; json?: true }): Promise<void> {
  await checkRoot(root);
  const { document } = parseHandoffDocument((await readTextInput(path)).text);
  const staleness = await readStaleness(root, document, await findReferencedFiles(root, document));
  const { level, reasons, facts } = staleness;
  const isStale = level === "STALE" || level === "VERY_STALE";
  if (isStale) process.exitCode = EXIT_CODES.failure;
  if (!json) return printText(`${nameInput(path)}: ${describeStaleness(staleness)}`);
  const { commit } = facts;
  printJson({
    ok: !isStale,
    level,
    reasons,
    commit: commit.state,
    commits_since: commit.state === "known" ? commit.commitsSince : null,
    has_diverged: commit.state === "known" ? commit.hasDiverged : null,
    referenced_files: facts.referencedFiles,
    missing_files: facts.missingFiles,
    changed_files: facts.changedFiles,
  });
}
