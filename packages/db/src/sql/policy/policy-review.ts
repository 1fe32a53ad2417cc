import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { policyReview, type REVIEW_ENTRIES } from "../../schema/index";
import type { Person } from "./policy-live";

export type ReviewEntry = (typeof REVIEW_ENTRIES)[number];

/** A review or comment on a revision of a draft. */
export interface PolicyReview {
  reviewId: number;
  revision: number;
  entry: ReviewEntry;
  comment: string;
  /** The rule it is about; null for the whole draft. */
  ruleId: string | null;
  reviewer: Person;
  reviewedAt: Date;
}

/** All that was said of a draft, in order. */
export async function listPolicyReviews(
  db: Database,
  { workspaceId, draftId }: { workspaceId: string; draftId: number },
): Promise<PolicyReview[]> {
  const rows = await db
    .select()
    .from(policyReview)
    .where(and(eq(policyReview.workspaceId, workspaceId), eq(policyReview.draftId, draftId)))
    .orderBy(asc(policyReview.reviewId));
  return rows.map(({ reviewId, revision, entry, comment, ruleId, reviewerId, reviewer, reviewedAt }) => ({
    reviewId,
    revision,
    entry,
    comment,
    ruleId,
    reviewedAt,
    reviewer: { id: reviewerId, name: reviewer },
  }));
}

/**
 * Returns the current decisions on a revision: the last one of each reviewer. Decisions on earlier revisions
 * do not count.
 */
export function standingVerdicts(
  reviews: readonly PolicyReview[],
  revision: number,
): { approvers: Person[]; rejecters: Person[] } {
  const last = new Map<string, PolicyReview>();
  for (const review of reviews) {
    const isVerdict = review.entry === "approved" || review.entry === "rejected";
    if (isVerdict && review.revision === revision) last.set(review.reviewer.id, review);
  }
  const whoSaid = (entry: ReviewEntry) =>
    [...last.values()].filter((review) => review.entry === entry).map(({ reviewer }) => reviewer);
  return { approvers: whoSaid("approved"), rejecters: whoSaid("rejected") };
}
