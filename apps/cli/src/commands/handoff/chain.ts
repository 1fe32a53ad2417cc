import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { type ChainLink, chainHandoffs, parseHandoffDocument } from "@baton/core/handoff-document";
import { parseTimestamp } from "@baton/core/internal";
import type { Command } from "commander";
import { EXIT_CODES } from "../../command-error";
import { describeFindings } from "../../findings";
import { explainReadError, readTextInput } from "../../input";
import { JSON_OPTION, printJson, printText } from "../../output";
import { checkRoot, createRootOption } from "./root-option";

/** `baton handoff chain`: list handoff documents in order of succession. */
export function registerHandoffChain(handoff: Command): void {
  handoff
    .command("chain")
    .summary("follow the links from each handoff document to the one before it")
    .description(
      "Follow the links from each handoff document to the one before it, and list each chain as a successor reads it (newest first).",
    )
    .argument("<path...>", "handoff documents, or folders with documents that have handoff in their names")
    .addOption(createRootOption())
    .option(...JSON_OPTION)
    .action(follow);
}

async function follow(paths: string[], { root, json }: { root: string; json?: true }): Promise<void> {
  await checkRoot(root);
  const links: ChainLink[] = [];
  for (const path of new Set((await Promise.all(paths.map(listDocuments))).flat())) {
    const { frontMatter } = parseHandoffDocument((await readTextInput(path)).text).document;
    const createdAt = parseTimestamp(frontMatter.created_at, Number.POSITIVE_INFINITY);
    links.push({
      path: relative(root, path).split(sep).join("/"),
      predecessor: frontMatter.predecessor ?? null,
      createdAt: createdAt.ok ? createdAt.milliseconds : null,
    });
  }
  const { chains, findings } = chainHandoffs(links);
  if (findings.length > 0) process.exitCode = EXIT_CODES.failure;
  if (json) return printJson({ ok: findings.length === 0, chains, findings });
  const lists = chains.map((chain) => chain.map((path, index) => `${"  ".repeat(index)}${path}`).join("\n"));
  printText([...(findings.length > 0 ? [describeFindings(findings)] : []), ...lists].join("\n\n"));
}

async function listDocuments(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path, { recursive: true });
    return names
      .filter((name) => /handoff/i.test(basename(name)) && name.endsWith(".md"))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw explainReadError(error, path);
  }
}
