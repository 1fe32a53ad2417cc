import type { ReleaseStage } from "@baton/core/policy";
import { type Database, getRunningRelease, notifyPolicyPages, type Person } from "@baton/db";
import { lockPolicies, notifyPolicy, recordAudit, updateRelease } from "@baton/db/write";

/** Moves the running release to another stage. @returns false without a change if it is not running any more. */
export async function changeRelease(
  db: Database,
  change: { workspaceId: string; releaseId: number; stage: ReleaseStage; person: Person },
): Promise<boolean> {
  const { workspaceId, releaseId, stage, person } = change;
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const release = await getRunningRelease(tx, { workspaceId });
    if (release?.releaseId !== releaseId) return false;
    await updateRelease(tx, release, { stage });
    await notifyPolicy(tx, workspaceId);
    await notifyPolicyPages(tx, workspaceId);
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      action: "policy.release",
      subject: `draft ${release.draftId}`,
      details: { policy_version: release.policyVersion, before: release.stage, after: stage },
    });
    return true;
  });
}
