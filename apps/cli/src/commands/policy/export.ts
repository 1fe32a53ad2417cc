import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type ExportedText, exportPolicy, exportSwitch } from "@baton/core";
import { getPolicyVersion, listPolicyVersions } from "@baton/db";
import type { Command } from "commander";
import { CommandError } from "../../command-error";
import { openDatabase } from "../../database";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";
import { JSON_OPTION, printJson, printProgress, printText } from "../../output";

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
  const section: unknown = JSON.parse(stored.policyText);
  if (!isObject(section))
    throw new CommandError(`Version ${stored.policyVersion} holds no policy to be written.`);
  const policySwitch = { enabled: stored.isEnabled, observe: stored.isObserving };
  const changes = [
    { path, revise: (text: string) => exportPolicy(text, section) },
    { path: options.config, revise: (text: string) => exportSwitch(text, policySwitch) },
  ];
  const written: string[] = [];
  for (const change of changes) {
    if (change.path === undefined) continue;
    if (!(await reviseFile(change.path, change.revise, options))) return;
    written.push(change.path);
  }
  const version = stored.policyVersion;
  if (options.json)
    return printJson({ ok: true, findings: [], policy_version: version, policy: section, written });
  const document = exportPolicy("", section);
  if (path === undefined && document.ok) return printText(document.text.trimEnd());
  printText(`Version ${version} stands in ${written.join(" and ")}.`);
}

async function findPolicy({ workspace, policyVersion }: ExportOptions) {
  const { connection, close } = await openDatabase(printProgress);
  try {
    const query = { workspaceId: workspace };
    const stored =
      policyVersion === undefined
        ? (await listPolicyVersions(connection.db, query))[0]
        : await getPolicyVersion(connection.db, { ...query, version: policyVersion });
    if (stored) return stored;
  } finally {
    await close();
  }
  const what = policyVersion === undefined ? "a policy" : `the policy version ${policyVersion}`;
  throw new CommandError(`The workspace “${workspace}” has never seen ${what}: import one, or name another.`);
}

/** Revises a file in place, if its text changes. False where it cannot be revised; then its findings were printed. */
async function reviseFile(
  path: string,
  revise: (text: string) => ExportedText,
  options: ExportOptions,
): Promise<boolean> {
  const before = await readIfPresent(path);
  const revised = revise(before);
  if (!revised.ok) {
    refuse(path, revised.findings, options);
    return false;
  }
  if (revised.text !== before) await writeFile(path, revised.text);
  return true;
}

async function readIfPresent(path: string): Promise<string> {
  return existsSync(path) ? (await readTextInput(path)).text : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
