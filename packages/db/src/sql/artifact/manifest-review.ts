import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { manifest, manifestReview, REVIEW_VERDICTS } from "../../schema/index";

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

/** Returns the review state of a manifest, with its path and agent; null if it does not exist. */
export async function getManifestReviewState(
  db: Database,
  { workspaceId, manifestId }: { workspaceId: string; manifestId: string },
): Promise<{ state: ReviewState; path: string; fromAgent: string | null } | null> {
  const [found] = await db
    .select({ state: reviewState, path: manifest.path, fromAgent: manifest.fromAgent })
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId)));
  return found ?? null;
}

/** Inserts a review of a manifest. @returns its ID. */
export async function insertManifestReview(
  tx: Database,
  row: Pick<
    typeof manifestReview.$inferSelect,
    "workspaceId" | "manifestId" | "verdict" | "comment" | "reviewer"
  >,
): Promise<number> {
  const [inserted] = await tx.insert(manifestReview).values(row).returning({ id: manifestReview.reviewId });
  if (!inserted) throw new Error("an insert without conflict gives its row");
  return inserted.id;
}
