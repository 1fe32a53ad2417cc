import { exportPolicy } from "@baton/core";
import { getBaselinePolicy, getKnownPolicy, readPolicyContent } from "@baton/db";
import type { Command } from "commander";
import { CommandError } from "../../command-error";
import { withDatabase } from "../../database";
import { JSON_OPTION, printJson, printText } from "../../output";
import { writePolicyFiles } from "./write-policy-files";

interface ExportOptions {
  workspace: string;
  policyVersion?: string;
  config?: string;
  json?: true;
}

/** `baton policy export`: write a workspace's policy into a document. */
export function registerPolicyExport(policy: Command): void {
  policy
    .command("export")
    .summary("write a workspace's policy into a document")
    .description(
      "Write a workspace's policy into a document, or to standard output where none is named. What stands in the\ndocument beside it, and every byte that says the same, is left as it is.",
    )
    .argument("[file]", "the policy document (governance_policies.json); made where it is missing")
    .option("--policy-version <version>", "the version to write; else the one in force")
    .option("--config <file>", "the system configuration to write the switch into; made where it is missing")
    .option("--workspace <id>", "where the policy belongs", "default")
    .option(...JSON_OPTION)
    .action(exportFile);
}

async function exportFile(path: string | undefined, options: ExportOptions): Promise<void> {
  const stored = await findPolicy(options);
  const parsed = readPolicyContent(stored);
  if (!parsed.ok) throw new CommandError(`Version ${stored.policyVersion} holds no policy to be written.`);
  const { section, switch: policySwitch } = parsed;
  const written = await writePolicyFiles({ path, ...options }, section, policySwitch);
  if (!written) return;
  const version = stored.policyVersion;
  if (options.json)
    return printJson({ ok: true, findings: [], policy_version: version, policy: section, written });
  const document = exportPolicy("", section);
  if (path === undefined && document.ok) return printText(document.text.trimEnd());
  printText(`Version ${version} stands in ${written.join(" and ")}.`);
}

async function findPolicy({ workspace, policyVersion }: ExportOptions) {
  const found = await withDatabase((db) =>
    policyVersion === undefined
      ? getBaselinePolicy(db, { workspaceId: workspace })
      : getKnownPolicy(db, { workspaceId: workspace, version: policyVersion }),
  );
  if (found) return found;
  const what = policyVersion === undefined ? "a policy" : `the policy version ${policyVersion}`;
  throw new CommandError(`The workspace “${workspace}” has never seen ${what}: import one, or name another.`);
}
