import { homedir } from "node:os";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { findBatonCommand } from "../init/baton-command";
import { confirm } from "../init/confirm";
import { type InitializedFile, type InitOptions, initFolder } from "../init/init-folder";
import { allFiles, NO_HOOKS, NO_USER_HOOKS, projectHooks, userHooks } from "../init/plan-files";
import { JSON_OPTION, printJson, printProgress, printText } from "../output";

interface Options {
  dryRun?: true;
  force?: true;
  claudeCode?: true;
  user?: true;
  remove?: true;
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
    .option("--claude-code", "only add the hooks of Claude Code to its settings")
    .option("--user", "with --claude-code: to your own settings, for all projects")
    .option("--remove", "with --claude-code: remove the hooks again")
    .option("--dry-run", "only print the planned changes")
    .option("--yes, --force", "overwrite without asking")
    .option(...JSON_OPTION)
    .action(init);
}

async function init(folder: string, options: Options): Promise<void> {
  const { dryRun, force, json, claudeCode, user, remove } = options;
  if (!claudeCode && (user || remove)) {
    throw new CommandError("--user and --remove change the hooks of Claude Code: add --claude-code.", 2);
  }
  const command = await findBatonCommand(process.argv[1] ?? "");
  const added = user ? userHooks(command) : projectHooks(command);
  const hooks = remove ? (user ? NO_USER_HOOKS : NO_HOOKS) : added;
  const files = await initFolder(user ? homedir() : folder, {
    files: claudeCode ? hooks : allFiles(command),
    dryRun: dryRun ?? false,
    mayReplace: force ? () => true : askPerson(json),
  });
  if (json) return printJson({ ok: true, dry_run: dryRun ?? false, files });
  const listed = remove ? files.filter(({ state }) => state !== "same") : files;
  printText(listed.map(({ path, state }) => `${SAYS[state].padEnd(11)}  ${path}`).join("\n"));
  if (remove && listed.length === 0) printText("Baton has no hooks in these settings.");
  if (dryRun || remove) return;
  printText("");
  if (!claudeCode) printText("Tell your agents to follow baton/agent.md.");
  const effect = claudeCode
    ? "They enforce the policy in .baton/policy.json of the project."
    : "They record what the policy in governance_policies.json would change; to enforce it, edit system_config.json.";
  printText(`The hooks start ${command.baton}. ${effect}`);
  if (command.isInCache) {
    printProgress(
      "npx keeps this program in its cache. If npm deletes it, the hooks fail and every prompt passes. Install Baton (npm install --global), then repeat this command.",
    );
  }
}

const SAYS: Record<InitializedFile["state"], string> = {
  new: "new",
  same: "unchanged",
  added: "added to",
  removed: "taken from",
  deleted: "deleted",
  replaces: "overwritten",
  kept: "kept",
  refused: "impossible",
};

function askPerson(json: true | undefined): InitOptions["mayReplace"] {
  if (json || !process.stdin.isTTY || !process.stderr.isTTY) return null;
  return (path) => confirm(`${path} exists. Overwrite it?`);
}
