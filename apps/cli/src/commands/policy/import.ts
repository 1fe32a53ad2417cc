import { type HandoffRollout, importRollout } from "@baton/core/manifest";
import { changeRollout } from "@baton/services/artifact/change-rollout";
import { findPolicyErrors } from "@baton/services/policy/find-policy-errors";
import { publishImported } from "@baton/services/policy/publish-imported";
import type { Command } from "commander";
import { createIfMissing } from "../../create-workspace";
import { withDatabase } from "../../database";
import { describeFindings, refuse } from "../../findings";
import { nameInput, readTextInput } from "../../input";
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
      "Publish a policy in a workspace without review. It is live immediately. An invalid policy changes nothing.\nAlso sets handoff_rollout (phases, approvals, limits, known agents) if the system configuration has it.",
    )
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .option("--config <file>", "system configuration with the switch (default: enforce) and handoff_rollout")
    .option("--workspace <id>", "workspace ID (created if missing)", "default")
    .option(...JSON_OPTION)
    .action(importFile);
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const errors = await findPolicyErrors(parsed);
  if (errors.length > 0) return refuse(path, errors, options);
  const rollout = await readRollout(options);
  if (rollout === undefined) return;
  const { version, findings, text, switch: policySwitch } = parsed;
  const workspaceId = options.workspace;
  const content = { document: text, policySwitch };
  await withDatabase(async (db) => {
    await createIfMissing(db, workspaceId);
    await publishImported(db, { workspaceId, content, parsed, person: COMMAND_LINE });
    if (!rollout) return;
    await changeRollout(db, {
      workspaceId,
      edit: { kind: "import", rollout },
      reason: `Imported from ${nameInput(options.config ?? path)}.`,
      changedBy: COMMAND_LINE,
      basedOn: undefined,
    });
  });
  if (options.json) {
    return printJson({ ok: true, findings, workspace: workspaceId, policy_version: version });
  }
  if (findings.length > 0) printText(`${describeFindings(findings)}\n`);
  printText(`${nameInput(path)} is live in the workspace “${workspaceId}”, as version ${version}.`);
}

/** Reads `handoff_rollout`; null without it. Prints the findings and returns undefined if it is invalid. */
async function readRollout(options: ImportOptions): Promise<HandoffRollout | null | undefined> {
  const { config } = options;
  if (config === undefined) return null;
  const imported = importRollout((await readTextInput(config)).text);
  if (imported.ok) return imported.rollout;
  refuse(config, imported.findings, options);
  return undefined;
}
