import { ensureWorkspace } from "@baton/db/write";
import { findPolicyErrors } from "@baton/services/policy/find-policy-errors";
import { publishImported } from "@baton/services/policy/publish-imported";
import type { Command } from "commander";
import { withDatabase } from "../../database";
import { describeFindings, refuse } from "../../findings";
import { nameInput } from "../../input";
import { JSON_OPTION, printJson, printText } from "../../output";
import { readPolicy } from "./read-policy";

/** The user with direct access to the database. */
const COMMAND_LINE = { id: "cli", name: "command line" };

interface ImportOptions {
  workspace: string;
  config?: string;
  json?: true;
}

/** `baton policy import`: publish a policy in a workspace, with direct access to its database. */
export function registerPolicyImport(policy: Command): void {
  policy
    .command("import")
    .summary("publish a policy without review")
    .description(
      "Publish a policy in a workspace without review. It is live immediately. An invalid policy changes nothing.",
    )
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .option("--config <file>", "system configuration with the switch (default: enforce)")
    .option("--workspace <id>", "workspace ID (created if missing)", "default")
    .option(...JSON_OPTION)
    .action(importFile);
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const errors = await findPolicyErrors(parsed);
  if (errors.length > 0) return refuse(path, errors, options);
  const { version, findings, text, switch: policySwitch } = parsed;
  const workspaceId = options.workspace;
  const content = { document: text, policySwitch };
  await withDatabase(async (db) => {
    await ensureWorkspace(db, { workspaceId });
    await publishImported(db, { workspaceId, content, parsed, person: COMMAND_LINE });
  });
  if (options.json) {
    return printJson({ ok: true, findings, workspace: workspaceId, policy_version: version });
  }
  if (findings.length > 0) printText(`${describeFindings(findings)}\n`);
  printText(`${nameInput(path)} is live in the workspace “${workspaceId}”, as version ${version}.`);
}
