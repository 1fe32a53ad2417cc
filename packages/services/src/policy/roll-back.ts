import {
  type Database,
  getLivePolicy,
  getPublication,
  mayApproveOwn,
  type Person,
  readPolicyContent,
  toContent,
} from "@baton/db";
import { insertDraft, insertDraftRevision, insertPolicyReview, lockPolicies } from "@baton/db/write";
import { createNotification } from "../notification/create-notification";
import { publishVersion } from "./publish-version";

export type RolledBack =
  | { outcome: "published"; number: number; policyVersion: string; isReviewPending: boolean }
  /** Another version is live than the user saw, or the version is live already, or it does not exist. */
  | { outcome: "stale" };

/**
 * Makes an earlier version live again, at once. If drafts need another owner's approval, the rollback becomes a
 * draft that is already published, with a review request.
 *
 * @param rollback.number the version to repeat. @param rollback.live the live version that the user saw.
 */
export async function rollBack(
  db: Database,
  rollback: {
    workspaceId: string;
    number: number;
    live: number;
    publisher: Person;
    /** True if no other owner can approve. */
    isOnlyOwner: boolean;
  },
): Promise<RolledBack> {
  const { workspaceId, number: restores, publisher: person, isOnlyOwner } = rollback;
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const live = await getLivePolicy(tx, { workspaceId });
    const earlier = await getPublication(tx, { workspaceId, number: restores });
    if (!live || !earlier || live.number !== rollback.live) return { outcome: "stale" };
    if (live.policyVersion === earlier.policyVersion) return { outcome: "stale" };
    const content = toContent(earlier);
    const parsed = readPolicyContent(content);
    if (!parsed.ok) return { outcome: "stale" };
    const isReviewPending = !isOnlyOwner && !(await mayApproveOwn(tx, { workspaceId }));
    const basedOn = live.policyVersion;
    const draftId = await insertDraft(tx, { workspaceId, basedOn, state: "published" });
    await insertDraftRevision(tx, { workspaceId, draftId, revision: 1, content, person });
    const note = `Rolls back to v${restores}.`;
    const number = await publishVersion(tx, {
      workspaceId,
      draftId,
      revision: 1,
      restores,
      content,
      parsed,
      person,
      note,
      ground: isReviewPending ? "rollback" : "own_approval",
      acknowledged: [],
    });
    if (isReviewPending) {
      await insertPolicyReview(tx, {
        workspaceId,
        draftId,
        revision: 1,
        entry: "requested",
        comment: note,
        ruleId: null,
        reviewer: person,
        acknowledged: [],
      });
      await createNotification(tx, {
        workspaceId,
        key: `policy.rollback ${number}`,
        kind: "policy.review_requested",
        page: `policies/versions/${number}`,
        subject: `${person.name} requested a review of the rollback to v${restores}`,
        body: `v${number} is live already. Another owner approves it afterwards.`,
      });
    }
    return { outcome: "published", number, policyVersion: parsed.version, isReviewPending };
  });
}
