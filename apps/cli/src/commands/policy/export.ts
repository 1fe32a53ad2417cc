import { exportPolicy } from "@baton/core/policy";
import { getBaselinePolicy, getKnownPolicy, getRollout, readPolicyContent } from "@baton/db";
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
      "Write a workspace's policy into a document, or to standard output without one. Other content of the document\nand unchanged bytes stay.",
    )
    .argument("[file]", "policy document (governance_policies.json), created if missing")
    .option("--policy-version <version>", "version to write (default: the live policy)")
    .option("--config <file>", "system configuration for the switch and handoff_rollout, created if missing")
    .option("--workspace <id>", "workspace ID", "default")
    .option(...JSON_OPTION)
    .action(exportFile);
}

async function exportFile(path: string | undefined, options: ExportOptions): Promise<void> {
  const stored = await findPolicy(options);
  const parsed = readPolicyContent(stored);
  if (!parsed.ok) throw new CommandError(`Version ${stored.policyVersion} is not a valid policy.`);
  const { section, switch: policySwitch } = parsed;
  const settings = { policySwitch, rollout: stored.rollout };
  const written = await writePolicyFiles({ path, ...options }, section, settings);
  if (!written) return;
  const version = stored.policyVersion;
  if (options.json)
    return printJson({ ok: true, findings: [], policy_version: version, policy: section, written });
  const document = exportPolicy("", section);
  if (path === undefined && document.ok) return printText(document.text.trimEnd());
  printText(`Version ${version} written to ${written.join(" and ")}.`);
}

async function findPolicy({ workspace, policyVersion }: ExportOptions) {
  const found = await withDatabase(async (db) => {
    const workspaceId = workspace;
    const { rollout } = await getRollout(db, { workspaceId });
    const policy =
      policyVersion === undefined
        ? await getBaselinePolicy(db, { workspaceId })
        : await getKnownPolicy(db, { workspaceId, version: policyVersion });
    return policy && { ...policy, rollout };
  });
  if (found) return found;
  const what = policyVersion === undefined ? "a policy" : `the policy version ${policyVersion}`;
  throw new CommandError(`The workspace “${workspace}” does not have ${what}. Import it, or name another.`);
}
