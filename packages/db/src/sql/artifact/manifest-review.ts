import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { manifest, manifestReview, REVIEW_VERDICTS } from "../../schema/index";
import { type AuditActor, recordAudit } from "../audit/audit-write";

export { REVIEW_VERDICTS };
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/** Current review state of a manifest. */
export const REVIEW_STATES = ["not_reviewed", "approved", "sent_back"] as const;
const ReviewState = z.enum(REVIEW_STATES);
export type ReviewState = z.infer<typeof ReviewState>;

/**
 * State by the last review of a `manifest` row; a withdrawn one does not count. Full column names, because in
 * a query of one table they would lose the table and mean those of the inner one.
 */
export const reviewState = sql`coalesce((
  select case verdict when 'withdrawn' then 'not_reviewed' else verdict end from manifest_review
  where manifest_review.workspace_id = manifest.workspace_id
    and manifest_review.manifest_id = manifest.manifest_id
  order by review_id desc limit 1), 'not_reviewed')`.mapWith((state: unknown) => ReviewState.parse(state));

/** Lists the reviews of a manifest, newest first. */
export async function listManifestReviews(
  db: Database,
  { workspaceId, manifestId }: { workspaceId: string; manifestId: string },
) {
  return db
    .select()
    .from(manifestReview)
    .where(and(eq(manifestReview.workspaceId, workspaceId), eq(manifestReview.manifestId, manifestId)))
    .orderBy(desc(manifestReview.reviewId));
}

/**
 * Adds a review and keeps earlier ones. The audit log gets the decision but not the comment, which is deleted
 * with its manifest.
 *
 * @returns false if the manifest does not exist.
 */
export async function addManifestReview(
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
    const [state] = await tx
      .select({ before: reviewState })
      .from(manifest)
      .where(and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId)));
    if (!state) return false;
    await tx.insert(manifestReview).values({ ...review, reviewer: reviewer.name });
    await recordAudit(tx, {
      workspaceId,
      actor: reviewer,
      action: "manifest.review",
      subject: `manifest ${manifestId}`,
      details: { before: state.before, after: verdict === "withdrawn" ? "not_reviewed" : verdict },
    });
    return true;
  });
}
