import { type Database, getRunningRelease, notifyPolicyPages, type Person } from "@baton/db";
import {
  lockDraft,
  lockOpenDraft,
  lockPolicies,
  notifyPolicy,
  recordAudit,
  updateDraft,
  updateRelease,
} from "@baton/db/write";
import { createNotification } from "../notification/create-notification";

/**
 * Stops the running release, so that the live version decides everything again. Its draft is open again unless another
 * one is.
 *
 * @param stop.releaseId the release that the user saw; without one, whichever is running.
 * @returns false without a change if it is not running any more.
 */
export async function stopRelease(
  db: Database,
  { workspaceId, releaseId, person }: { workspaceId: string; releaseId?: number; person: Person },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const release = await getRunningRelease(tx, { workspaceId });
    if (!release || (releaseId !== undefined && release.releaseId !== releaseId)) return false;
    await updateRelease(tx, release, { state: "stopped" });
    const draft = await lockDraft(tx, release);
    if (draft && (await lockOpenDraft(tx, workspaceId)) === null)
      await updateDraft(tx, draft, { state: "draft" });
    await createNotification(tx, {
      workspaceId,
      key: `policy.release_stopped ${release.releaseId}`,
      kind: "policy.release_stopped",
      page: "policies/versions",
      subject: `${person.name} stopped the release of a policy in steps`,
      body: "The live version decides every handoff again.",
      actorId: person.id,
    });
    await notifyPolicy(tx, workspaceId);
    await notifyPolicyPages(tx, workspaceId);
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      action: "policy.release_stop",
      subject: `draft ${release.draftId}`,
      details: { policy_version: release.policyVersion, before: release.stage },
    });
    return true;
  });
}
