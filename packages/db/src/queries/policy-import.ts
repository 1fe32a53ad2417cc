import type { Database } from "../client";
import { policyVersion } from "../schema/index";

/**
 * Keeps a policy that was imported. One that is known already counts as seen anew, and so as the one in force.
 *
 * @param policy.section the section as it was written, from which the version was worked out.
 */
export async function putImportedPolicy(
  db: Database,
  policy: {
    workspaceId: string;
    version: string;
    section: Record<string, unknown>;
    switch: { enabled: boolean; observe: boolean };
    importedAt: Date;
  },
): Promise<void> {
  const { workspaceId, version, importedAt } = policy;
  await db
    .insert(policyVersion)
    .values({
      workspaceId,
      policyVersion: version,
      origin: "imported",
      policyText: JSON.stringify(policy.section),
      isEnabled: policy.switch.enabled,
      isObserving: policy.switch.observe,
      firstSeenAt: importedAt,
      lastSeenAt: importedAt,
    })
    .onConflictDoUpdate({
      target: [policyVersion.workspaceId, policyVersion.policyVersion],
      set: { lastSeenAt: importedAt },
    });
}
