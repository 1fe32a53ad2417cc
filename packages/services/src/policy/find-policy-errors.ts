import { type Finding, loadDetectors } from "@baton/core";
import { lintPolicy, listTestFailures, runPolicyTests } from "@baton/core/policy";
import type { ReadPolicy } from "./publish-version";

/**
 * Returns findings that prevent publication: a pattern for which every text would be withheld, and policy tests that
 * fail.
 */
export async function findPolicyErrors({ policy, sectionPath }: ReadPolicy): Promise<Finding[]> {
  const now = Date.now();
  const failures = listTestFailures(await runPolicyTests({ policy }, { now }), { sectionPath });
  if (policy.content_rules.length === 0) return failures;
  const found = lintPolicy(policy, { now, sectionPath, detectors: await loadDetectors() });
  return [...found.filter(({ severity }) => severity === "error"), ...failures];
}
