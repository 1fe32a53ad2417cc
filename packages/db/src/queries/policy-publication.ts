import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../client";
import { policyPublication } from "../schema/index";
import type { Person } from "./policy-live";
import { listPolicyReviews, type PolicyReview } from "./policy-review";

type PublicationRow = typeof policyPublication.$inferSelect;

/** A version that was published. */
export interface Publication extends Omit<PublicationRow, "workspaceId" | "publishedBy" | "publishedById"> {
  publishedBy: Person;
  /** Null for the live one. */
  supersededAt: Date | null;
  /** Whether somebody other than its authors approved it, before or after it was published. */
  isReviewed: boolean;
}

/** The versions that were published, the live one first. */
export async function listPublications(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<Publication[]> {
  const isReviewed = sql<boolean>`exists (
    select 1 from policy_review r
    where r.workspace_id = policy_publication.workspace_id and r.draft_id = policy_publication.draft_id
      and r.revision = policy_publication.revision and r.entry = 'approved'
      and not exists (
        select 1 from policy_draft_revision d
        where d.workspace_id = r.workspace_id and d.draft_id = r.draft_id and d.saved_by_id = r.reviewer_id))`;
  const rows = await db
    .select({ row: policyPublication, isReviewed })
    .from(policyPublication)
    .where(eq(policyPublication.workspaceId, workspaceId))
    .orderBy(desc(policyPublication.number));
  return rows.map(({ row, isReviewed: wasReviewed }, index) => {
    const { workspaceId: _, publishedById, publishedBy, ...version } = row;
    return {
      ...version,
      publishedBy: { id: publishedById, name: publishedBy },
      supersededAt: rows[index - 1]?.row.publishedAt ?? null,
      isReviewed: wasReviewed,
    };
  });
}

/** One of them with all that was said of it; null where there is none of that number. */
export async function getPublication(
  db: Database,
  { workspaceId, number }: { workspaceId: string; number: number },
): Promise<(Publication & { reviews: PolicyReview[] }) | null> {
  const found = (await listPublications(db, { workspaceId })).find((version) => version.number === number);
  if (!found) return null;
  const { draftId } = found;
  return { ...found, reviews: draftId === null ? [] : await listPolicyReviews(db, { workspaceId, draftId }) };
}
