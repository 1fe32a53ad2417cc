import type { ReleaseStage } from "@baton/core/policy";
import { type Database, getLivePolicyNumber, notifyPolicyPages } from "@baton/db";
import {
  insertRelease,
  notifyPolicy,
  recordAudit,
  updateDraft,
  upsertPublishedVersion,
} from "@baton/db/write";
import { createNotification } from "../notification/create-notification";
import type { PublishRequest } from "./check-draft";
import { describeStage } from "./describe-stage";
import { type AdmittedDraft, admitDraft } from "./publish-draft";

export type StartedRelease =
  | { outcome: "started"; releaseId: number; policyVersion: string }
  /** No policy is live that could decide the other handoffs. */
  | { outcome: "nothing_live" }
  | Exclude<AdmittedDraft, { outcome: "admitted" }>;

/**
 * Releases a draft in steps: programs get it as the candidate, in addition to the live policy. It needs what publishing
 * needs.
 *
 * @param start.revision the revision that the publisher saw.
 */
export async function startRelease(
  db: Database,
  start: PublishRequest & { draftId: number; revision: number; note: string; stage: ReleaseStage },
): Promise<StartedRelease> {
  const { workspaceId, draftId, revision, publisher, note, stage } = start;
  return db.transaction(async (tx) => {
    if ((await getLivePolicyNumber(tx, workspaceId)) === null) return { outcome: "nothing_live" };
    const admitted = await admitDraft(tx, start);
    if (admitted.outcome !== "admitted") return admitted;
    const { content, parsed, ground, acknowledged, draft } = admitted;
    const { version: policyVersion } = parsed;
    const { enabled: isEnabled, observe: isObserving } = content.policySwitch;
    const releaseId = await insertRelease(tx, {
      workspaceId,
      stage,
      policyVersion,
      document: content.document,
      isEnabled,
      isObserving,
      draftId,
      revision,
      ground,
      note,
      acknowledged,
      startedBy: publisher.name,
    });
    await upsertPublishedVersion(tx, { workspaceId, parsed, origin: "published" });
    await updateDraft(tx, draft, { state: "published" });
    await createNotification(tx, {
      workspaceId,
      key: `policy.release ${releaseId}`,
      kind: "policy.release",
      page: "policies/versions",
      subject: `${publisher.name} started to release a policy in steps: ${describeStage(stage)}`,
      body: note,
      actorId: publisher.id,
    });
    await notifyPolicy(tx, workspaceId);
    await notifyPolicyPages(tx, workspaceId);
    await recordAudit(tx, {
      workspaceId,
      actor: publisher,
      action: "policy.release",
      subject: `draft ${draftId}`,
      details: { ground, note, acknowledged, policy_version: policyVersion, after: stage },
    });
    return { outcome: "started", releaseId, policyVersion };
  });
}
