import type { Command } from "commander";
import { confirm } from "../init/confirm";
import { type InitializedFile, type InitOptions, initFolder } from "../init/init-folder";
import { JSON_OPTION, printJson, printText } from "../output";

interface Options {
  dryRun?: true;
  force?: true;
  json?: true;
}

/** `baton init`: put policy, instructions, templates and hooks into a repository. */
export function registerInit(program: Command): void {
  program
    .command("init")
    .summary("put policy, instructions, templates and hooks into a repository")
    .description(
      "Put a commented policy and its switch, instructions for agents, documents to fill in and the hooks for Claude Code into a repository. Hooks and sections are added to existing files. Asks before it overwrites anything.",
    )
    .argument("[folder]", "the repository", ".")
    .option("--dry-run", "only print the planned changes")
    .option("--yes, --force", "overwrite without asking")
    .option(...JSON_OPTION)
    .action(init);
}

async function init(folder: string, { dryRun, force, json }: Options): Promise<void> {
  const files = await initFolder(folder, {
    dryRun: dryRun ?? false,
    mayReplace: force ? () => true : askPerson(json),
  });
  if (json) return printJson({ ok: true, dry_run: dryRun ?? false, files });
  printText(files.map(({ path, state }) => `${SAYS[state].padEnd(11)}  ${path}`).join("\n"));
  if (!dryRun)
    printText(
      "\nTell your agents to follow baton/agent.md. Hooks need `baton` on the path: see docs/hooks.md.",
    );
}

const SAYS: Record<InitializedFile["state"], string> = {
  new: "new",
  same: "unchanged",
  added: "added to",
  replaces: "overwritten",
  kept: "kept",
  refused: "impossible",
};

function askPerson(json: true | undefined): InitOptions["mayReplace"] {
  if (json || !process.stdin.isTTY || !process.stderr.isTTY) return null;
  return (path) => confirm(`${path} exists. Overwrite it?`);
}
