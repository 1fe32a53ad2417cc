import type { Person, PolicyReview, ReviewEntry } from "@baton/db";

/**
 * Returns the current decisions on a revision: the last one of each reviewer. Decisions on earlier revisions
 * do not count.
 */
export function currentVerdicts(
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
