import type { CompiledPolicy } from "@baton/core";
import type { WorkflowManifest } from "@baton/core/manifest";
import {
  type ManifestReport,
  readProjectManifests,
  TokenCounter,
  validateManifestFolder,
} from "@baton/core/node";
import { SecretScanner } from "@baton/core/secret-scanner";
import type { BudgetLimits } from "@baton/core/tokens";
import type { ManifestPlace } from "./manifest-place";

/**
 * Validates the manifests of folders one after the other, with all files they name, and scans for secrets.
 *
 * @returns a report for each folder; null for one without a `manifest.json`.
 */
export async function validateFolders(
  places: readonly ManifestPlace[],
  options: {
    limits?: BudgetLimits;
    agents?: readonly string[];
    contentPolicy?: CompiledPolicy | undefined;
  } = {},
): Promise<(ManifestReport | null)[]> {
  await using counter = new TokenCounter();
  const secretFinder = new SecretScanner();
  const count = (text: string) => counter.count(text);
  const projects = new Map<string, WorkflowManifest[]>();
  const reports: (ManifestReport | null)[] = [];
  for (const { directory, root } of places) {
    const others = projects.get(root) ?? (await readProjectManifests(root));
    projects.set(root, others);
    reports.push(await validateManifestFolder(directory, { root, ...options, others, secretFinder, count }));
  }
  return reports;
}

/** Returns true if no finding is an error. */
export function isValid({ findings }: ManifestReport): boolean {
  return findings.every(({ severity }) => severity === "warning");
}
