import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../client";
import { manifest, manifestReview, REVIEW_VERDICTS } from "../schema/index";

export { REVIEW_VERDICTS };
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/** What is said of a manifest now. */
export const REVIEW_STATES = ["not_reviewed", "approved", "sent_back"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/**
 * By the last review of a row of `manifest`; one that was withdrawn is none. The columns are named in full: within a query of one
 * table they would lose its name, and mean those of the inner one.
 */
export const reviewState = sql<ReviewState>`coalesce((
  select case verdict when 'withdrawn' then 'not_reviewed' else verdict end from manifest_review
  where manifest_review.workspace_id = manifest.workspace_id
    and manifest_review.manifest_id = manifest.manifest_id
  order by review_id desc limit 1), 'not_reviewed')`;

/** All that was said of a manifest, the latest first. */
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

/** Adds a review: what was said before stays. @returns false where there is no such manifest. */
export async function addManifestReview(
  db: Database,
  review: {
    workspaceId: string;
    manifestId: string;
    verdict: ReviewVerdict;
    comment: string;
    reviewer: string;
  },
): Promise<boolean> {
  const isThere = await db
    .select({ one: sql`1` })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, review.workspaceId), eq(manifest.manifestId, review.manifestId)));
  if (isThere.length === 0) return false;
  await db.insert(manifestReview).values(review);
  return true;
}
