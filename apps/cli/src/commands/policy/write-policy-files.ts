import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type ExportedText, exportPolicy, exportSwitch, type PolicySwitch } from "@baton/core";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";
import { writing } from "../../writing";

/**
 * Writes a policy and its switch into the files that are named. What stands beside them, and
 * every byte that says the same, is left as it is.
 *
 * @returns the files; null where one cannot be revised: then its findings were
 *   printed, and the command is to end with exit 1.
 */
export async function writePolicyFiles(
  files: { path: string | undefined; config?: string; json?: true },
  section: Record<string, unknown>,
  policySwitch: PolicySwitch,
): Promise<string[] | null> {
  const changes = [
    { path: files.path, revise: (text: string) => exportPolicy(text, section) },
    { path: files.config, revise: (text: string) => exportSwitch(text, policySwitch) },
  ];
  const written: string[] = [];
  for (const { path, revise } of changes) {
    if (path === undefined) continue;
    if (!(await reviseFile(path, revise, files))) return null;
    written.push(path);
  }
  return written;
}

/**
 * Revises a file in place, if its text changes. False where it cannot
 * be revised; then its findings were printed.
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
