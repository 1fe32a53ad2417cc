import {
  type Database,
  getBaselinePolicy,
  notifyPolicyPages,
  type Person,
  type ReviewEntry,
} from "@baton/db";
import { getDraftRevision, insertPolicyReview, lockDraft, recordAudit, updateDraft } from "@baton/db/write";
import { createNotification } from "../notification/create-notification";
import { checkDraft } from "./check-draft";
import { mayApproveDraft } from "./may-approve-draft";

const AUDIT_ACTIONS = {
  requested: "policy.submit",
  commented: "policy.comment",
  approved: "policy.approve",
  rejected: "policy.reject",
} as const satisfies Record<ReviewEntry, string>;

const NOTIFICATIONS = {
  requested: (who: string) => ({ kind: "policy.review_requested", subject: `${who} requested a review` }),
  commented: (who: string) => ({ kind: "policy.commented", subject: `${who} commented on the draft policy` }),
  approved: (who: string) => ({ kind: "policy.approved", subject: `${who} approved the draft policy` }),
  rejected: (who: string) => ({
    kind: "policy.rejected",
    subject: `${who} requested changes to the draft policy`,
  }),
} as const satisfies Record<ReviewEntry, (who: string) => { kind: string; subject: string }>;

/**
 * `stale`: the draft changed since. `outdated`: another policy went live since, and the approval would count
 * for a comparison the reviewer has not seen. `own`: an approval by an author, which would not count.
 * `unacknowledged`: an approval that does not name each newly passing field.
 */
export type AddedReview = "added" | "stale" | "closed" | "outdated" | "own" | "unacknowledged";

/**
 * Adds a review or comment to a revision of a draft and notifies others. A published one can still be
 * reviewed, without a request.
 */
export async function reviewDraft(
  db: Database,
  said: {
    workspaceId: string;
    draftId: number;
    revision: number;
    entry: ReviewEntry;
    comment: string;
    ruleId: string | null;
    /** Newly passing fields that the reviewer acknowledges; an approval needs all of them. */
    acknowledged?: readonly string[];
    person: Person;
  },
): Promise<AddedReview> {
  const { workspaceId, draftId, revision, entry, comment, ruleId, person, acknowledged = [] } = said;
  return db.transaction(async (tx) => {
    const draft = await lockDraft(tx, { workspaceId, draftId });
    const isPublished = draft?.state === "published";
    if (!draft || draft.state === "discarded" || (isPublished && entry === "requested")) return "closed";
    if (draft.revision !== revision) return "stale";
    if (entry === "approved" && !(await mayApproveDraft(tx, { workspaceId, draftId, userId: person.id }))) {
      return "own";
    }
    let passing: readonly string[] = [];
    if (entry === "approved" && !isPublished) {
      const baseline = await getBaselinePolicy(tx, { workspaceId });
      if (draft.basedOn !== (baseline?.policyVersion ?? null)) return "outdated";
      passing = await listNewlyPassing(tx, { ...said, basedOn: draft.basedOn });
      if (passing.some((field) => !acknowledged.includes(field))) return "unacknowledged";
    }
    const reviewId = await insertPolicyReview(tx, {
      workspaceId,
      draftId,
      revision,
      entry,
      comment,
      ruleId,
      acknowledged: [...passing],
      reviewer: person,
    });
    if (entry === "requested") await updateDraft(tx, draft, { state: "in_review" });
    if (entry === "rejected" && !isPublished) await updateDraft(tx, draft, { state: "draft" });
    const key = `policy.review ${reviewId}`;
    await createNotification(tx, {
      workspaceId,
      key,
      page: isPublished ? "policies/versions" : "policies/review",
      body: comment,
      actorId: person.id,
      ...NOTIFICATIONS[entry](person.name),
    });
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      action: AUDIT_ACTIONS[entry],
      subject: `draft ${draftId}`,
      details: {
        revision,
        comment,
        ...(ruleId === null ? {} : { rule_id: ruleId }),
        ...(passing.length === 0 ? {} : { acknowledged: passing }),
      },
    });
    await notifyPolicyPages(tx, workspaceId);
    return "added";
  });
}

/** Lists the fields that newly pass if a revision is published. */
async function listNewlyPassing(
  tx: Database,
  draft: {
    workspaceId: string;
    draftId: number;
    revision: number;
    basedOn: string | null;
    person: Person;
  },
): Promise<string[]> {
  const saved = await getDraftRevision(tx, draft);
  if (!saved) return [];
  const { workspaceId, draftId, basedOn, person } = draft;
  const request = { workspaceId, publisher: person, acknowledged: [], isOnlyOwner: false };
  const { newlyLetThrough } = await checkDraft(tx, { ...saved, draftId, basedOn }, request);
  return newlyLetThrough.map(({ field }) => field);
}
