import type { Database, ReviewVerdict } from "@baton/db";
import { type AuditActor, getManifestReviewState, insertManifestReview, recordAudit } from "@baton/db/write";

/**
 * Adds a review and keeps earlier ones. The audit log gets the decision but not the comment, which is deleted
 * with its manifest.
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
    await insertManifestReview(tx, { ...review, reviewer: reviewer.name });
    await recordAudit(tx, {
      workspaceId,
      actor: reviewer,
      action: "manifest.review",
      subject: `manifest ${manifestId}`,
      details: { before, after: verdict === "withdrawn" ? "not_reviewed" : verdict },
    });
    return true;
  });
}
