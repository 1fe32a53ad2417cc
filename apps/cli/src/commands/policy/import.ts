import { ensureWorkspace, putImportedPolicy } from "@baton/db/write";
import type { Command } from "commander";
import { openDatabase } from "../../database";
import { describeFindings } from "../../findings";
import { nameInput } from "../../input";
import { JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { readPolicy } from "./read-policy";

interface ImportOptions {
  workspace: string;
  config?: string;
  json?: true;
}

/** `baton policy import`: keep a policy in a workspace. */
export function registerPolicyImport(policy: Command): void {
  policy
    .command("import")
    .summary("keep a policy in a workspace")
    .description(
      "Keep a policy in a workspace, as the one in force. One that cannot be read changes nothing.",
    )
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .option("--config <file>", "the system configuration that holds the switch; enforced without one")
    .option("--workspace <id>", "where it belongs; made where it is missing", "default")
    .option(...JSON_OPTION)
    .action(importFile);
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const { version, section, switch: policySwitch, findings } = parsed;
  const workspaceId = options.workspace;
  const { connection, close } = await openDatabase(printProgress);
  try {
    await ensureWorkspace(connection.db, { workspaceId });
    const policy = { workspaceId, version, section, switch: policySwitch, importedAt: new Date() };
    await putImportedPolicy(connection.db, policy);
  } finally {
    await close();
  }
  if (options.json) {
    return printJson({ ok: true, findings, workspace: workspaceId, policy_version: version });
  }
  if (findings.length > 0) printText(`${describeFindings(findings)}\n`);
  printText(`${nameInput(path)} is in force in the workspace “${workspaceId}”, as version ${version}.`);
}
