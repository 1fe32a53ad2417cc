import { join } from "node:path";
import {
  findPlaceholders,
  parseHandoffDocument,
  parseProgress,
  redactMarkdown,
  renderHandoffIndex,
  SECTION_HEADINGS,
} from "@baton/core/handoff-document";
import { countOf } from "@baton/core/internal";
import { findDocuments } from "@baton/core/node";
import type { Command } from "commander";
import { CommandError } from "../../command-error";
import { CONTENT_POLICY_OPTION, printContent, readContentPolicy } from "../../content-policy";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";
import { JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { checkRoot, createRootOption } from "./root-option";

interface IndexOptions {
  root: string;
  progress?: string;
  policy?: string;
  json?: true;
}

/** `baton handoff index`: write the page that a successor reads first. */
export function registerHandoffIndex(handoff: Command): void {
  handoff
    .command("index")
    .summary("write the page that a successor reads first")
    .description(
      "Write the page that a successor reads first, from a handoff document and a progress file: what to do, what helps, and what not to do.",
    )
    .argument(
      "[file]",
      "a handoff document in Markdown; - is standard input (default: the newest of the root)",
    )
    .addOption(createRootOption())
    .option("--progress <file>", "the progress file of the phase (phase-{P}-progress.json)")
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(writeIndex);
}

async function writeIndex(
  path: string | undefined,
  { root, progress: progressPath, policy, json }: IndexOptions,
): Promise<void> {
  const { text } = await readTextInput(path ?? (await findNewest(root)));
  const { document, notFound } = parseHandoffDocument(text);
  const read = progressPath === undefined ? null : parseProgress((await readTextInput(progressPath)).text);
  if (read && !read.ok) return refuse(progressPath ?? "", read.findings, { json });
  const { markdown: index, ...content } = redactMarkdown(
    renderHandoffIndex(document, read?.progress ?? null),
    await readContentPolicy(policy),
  );
  if (json) {
    const { findings: contentFindings, failure } = content;
    return printJson({
      index,
      not_found: notFound,
      content_findings: contentFindings,
      content_failure: failure,
    });
  }
  // A terminal would execute control characters; a file keeps them unchanged.
  if (process.stdout.isTTY) printText(index.trimEnd());
  else process.stdout.write(index);
  printContent(content);
  const unfilled = findPlaceholders(text).length;
  if (unfilled > 0) {
    const count = countOf(unfilled, "placeholder");
    printProgress(`${count} of the document must be filled in: baton handoff validate lists them.`);
  }
  if (notFound.length > 0) {
    printProgress(`Not in the document: ${notFound.map((section) => SECTION_HEADINGS[section]).join(", ")}.`);
  }
}

async function findNewest(root: string): Promise<string> {
  await checkRoot(root);
  const newest = findDocuments(root).find(({ kind }) => kind === "handoff document");
  if (!newest) throw new CommandError(`${root} has no handoff document. baton handoff new starts one.`);
  return join(root, newest.path);
}
