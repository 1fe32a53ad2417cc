import { type Finding, loadDetectors } from "@baton/core";
import { lintPolicy } from "@baton/core/policy";
import type { ReadPolicy } from "./publish-version";

/** Returns findings of lint that prevent publication, such as a pattern for which every text would be withheld. */
export async function findPolicyErrors({ policy, sectionPath }: ReadPolicy): Promise<Finding[]> {
  if (policy.content_rules.length === 0) return [];
  const found = lintPolicy(policy, { now: Date.now(), sectionPath, detectors: await loadDetectors() });
  return found.filter(({ severity }) => severity === "error");
}
