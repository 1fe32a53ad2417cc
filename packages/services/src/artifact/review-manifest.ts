import type { Database, ReviewVerdict } from "@baton/db";
import { type AuditActor, getManifestReviewState, insertManifestReview, recordAudit } from "@baton/db/write";
import { createNotification } from "../notification/create-notification";

const NOTIFICATIONS = {
  approved: { kind: "manifest.approved", did: "approved" },
  sent_back: { kind: "manifest.sent_back", did: "requested changes to" },
  withdrawn: { kind: "manifest.review_withdrawn", did: "withdrew the review of" },
} as const satisfies Record<ReviewVerdict, { kind: string; did: string }>;

/**
 * Adds a review, notifies others, and keeps earlier ones. The audit log and the notification get the decision but not the
 * comment, which is deleted with its manifest.
 *
 * @returns false if the manifest does not exist.
 */
export async function reviewManifest(
  db: Database,
  {
    reviewer,
    ...review
  }: {
    workspaceId: string;
    manifestId: string;
    verdict: ReviewVerdict;
    comment: string;
    reviewer: AuditActor;
  },
): Promise<boolean> {
  const { workspaceId, manifestId, verdict } = review;
  return db.transaction(async (tx) => {
    const before = await getManifestReviewState(tx, review);
    if (before === null) return false;
    const reviewId = await insertManifestReview(tx, { ...review, reviewer: reviewer.name });
    const { kind, did } = NOTIFICATIONS[verdict];
    const of = before.fromAgent === null ? "" : ` of ${before.fromAgent}`;
    await createNotification(tx, {
      workspaceId,
      key: `manifest.review ${reviewId}`,
      kind,
      page: `manifests/${manifestId}`,
      subject: `${reviewer.name} ${did} a manifest${of}`,
      body: before.path,
      actorId: reviewer.id,
    });
    await recordAudit(tx, {
      workspaceId,
      actor: reviewer,
      action: "manifest.review",
      subject: `manifest ${manifestId}`,
      details: { before: before.state, after: verdict === "withdrawn" ? "not_reviewed" : verdict },
    });
    return true;
  });
}
