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
  /** Newly passing fields that an approval names. */
  acknowledged: string[];
  reviewer: Person;
  reviewedAt: Date;
}

/** Returns the reviews and comments of a draft, in order. */
export async function listPolicyReviews(
  db: Database,
  { workspaceId, draftId }: { workspaceId: string; draftId: number },
): Promise<PolicyReview[]> {
  const rows = await db
    .select()
    .from(policyReview)
    .where(and(eq(policyReview.workspaceId, workspaceId), eq(policyReview.draftId, draftId)))
    .orderBy(asc(policyReview.reviewId));
  return rows.map(({ workspaceId: _, draftId: __, reviewerId, reviewer, ...review }) => ({
    ...review,
    reviewer: { id: reviewerId, name: reviewer },
  }));
}

/** Inserts a review or comment and returns its ID. */
export async function insertPolicyReview(
  tx: Database,
  {
    reviewer,
    ...review
  }: Omit<PolicyReview, "reviewId" | "reviewedAt"> & { workspaceId: string; draftId: number },
): Promise<number> {
  const [inserted] = await tx
    .insert(policyReview)
    .values({ ...review, reviewerId: reviewer.id, reviewer: reviewer.name })
    .returning({ reviewId: policyReview.reviewId });
  if (!inserted) throw new Error("an insert without conflict gives its row");
  return inserted.reviewId;
}
