import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { PolicySwitch } from "@baton/core";
import { exportRollout, type HandoffRollout } from "@baton/core/manifest";
import { type ExportedText, exportPolicy, exportSwitch } from "@baton/core/policy";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";
import { writing } from "../../writing";

/** Settings of a system configuration. */
interface SystemSettings {
  readonly policySwitch: PolicySwitch;
  readonly rollout: HandoffRollout;
}

/**
 * Writes a policy, and its switch and settings of manifests, into the named files. Keeps other content, and every byte whose meaning does
 * not change.
 * @returns the files; null if one cannot be revised. It then prints the findings, and the command should exit
 *   with 1.
 */
export async function writePolicyFiles(
  files: { path: string | undefined; config?: string; json?: true },
  section: Record<string, unknown>,
  settings: SystemSettings,
): Promise<string[] | null> {
  const changes = [
    { path: files.path, revise: (text: string) => exportPolicy(text, section) },
    { path: files.config, revise: (text: string) => exportSettings(text, settings) },
  ];
  const written: string[] = [];
  for (const { path, revise } of changes) {
    if (path === undefined) continue;
    if (!(await reviseFile(path, revise, files))) return null;
    written.push(path);
  }
  return written;
}

function exportSettings(text: string, { policySwitch, rollout }: SystemSettings): ExportedText {
  const switched = exportSwitch(text, policySwitch);
  return switched.ok ? exportRollout(switched.text, rollout) : switched;
}

/**
 * Revises a file in place, if its text changes. Prints the findings and returns
 * false if it cannot be revised.
 */
async function reviseFile(
  path: string,
  revise: (text: string) => ExportedText,
  options: { json?: true },
): Promise<boolean> {
  const before = await readIfPresent(path);
  const revised = revise(before);
  if (!revised.ok) {
    refuse(path, revised.findings, options);
    return false;
  }
  if (revised.text !== before) await writing(path, () => writeFile(path, revised.text));
  return true;
}

async function readIfPresent(path: string): Promise<string> {
  return existsSync(path) ? (await readTextInput(path)).text : "";
}
