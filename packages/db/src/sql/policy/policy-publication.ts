import type { ParsedPolicy } from "@baton/core";
import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policyPublication, policyVersion } from "../../schema/index";
import { type Person, type PolicyContent, toContent } from "./policy-live";
import { listPolicyReviews, type PolicyReview } from "./policy-review";

type PublicationRow = typeof policyPublication.$inferSelect;

/** A published version without its content. */
interface PublicationSummary
  extends Omit<PublicationRow, "workspaceId" | "document" | "publishedBy" | "publishedById"> {
  publishedBy: Person;
  /** Time of its first use: earlier than its publication if orchestrators already reported the same policy. */
  since: Date;
  /** Null for the live version. */
  supersededAt: Date | null;
  /** True if another user approved it, before or after its publication. */
  isReviewed: boolean;
}

/** A published version with its reviews and comments. */
interface Publication extends PublicationSummary {
  document: string;
  reviews: PolicyReview[];
}

/** Returns the published versions without their content, live one first. */
export async function listPublications(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<PublicationSummary[]> {
  return selectSummaries(db, eq(policyPublication.workspaceId, workspaceId));
}

/** Returns a version with its document and reviews; null if it does not exist. */
export async function getPublication(
  db: Database,
  { workspaceId, number }: { workspaceId: string; number: number },
): Promise<Publication | null> {
  const isNamed = and(eq(policyPublication.workspaceId, workspaceId), eq(policyPublication.number, number));
  const [found] = await selectSummaries(db, isNamed);
  const [said] = await db
    .select({ document: policyPublication.document })
    .from(policyPublication)
    .where(isNamed);
  if (!found || !said) return null;
  const { draftId } = found;
  return {
    ...found,
    ...said,
    reviews: draftId === null ? [] : await listPolicyReviews(db, { workspaceId, draftId }),
  };
}

/** The first report of a policy, unless an earlier version published the same one; its publication otherwise. */
const since = sql<Date>`least(policy_publication.published_at, (
    select seen.first_seen_at from policy_version seen
    where seen.workspace_id = policy_publication.workspace_id
      and seen.policy_version = policy_publication.policy_version
      and not exists (select 1 from policy_publication earlier
        where earlier.workspace_id = seen.workspace_id and earlier.policy_version = seen.policy_version
          and earlier.number < policy_publication.number)))`.mapWith(policyPublication.publishedAt);

const { workspaceId: _workspace, document: _document, ...summarized } = getTableColumns(policyPublication);

async function selectSummaries(db: Database, isNamed: SQL | undefined): Promise<PublicationSummary[]> {
  const isReviewed = sql<boolean>`exists (
    select 1 from policy_review r
    where r.workspace_id = policy_publication.workspace_id and r.draft_id = policy_publication.draft_id
      and r.revision = policy_publication.revision and r.entry = 'approved'
      and not exists (
        select 1 from policy_draft_revision d
        where d.workspace_id = r.workspace_id and d.draft_id = r.draft_id and d.saved_by_id = r.reviewer_id))`;
  // Numbers have no gaps, so the next version superseded this one.
  const supersededAt = sql<Date | null>`(
    select next.published_at from policy_publication next
    where next.workspace_id = policy_publication.workspace_id
      and next.number = policy_publication.number + 1)`.mapWith(policyPublication.publishedAt);
  const rows = await db
    .select({ ...summarized, since, isReviewed, supersededAt })
    .from(policyPublication)
    .where(isNamed)
    .orderBy(desc(policyPublication.number));
  return rows.map(({ publishedById, publishedBy, ...version }) => ({
    ...version,
    publishedBy: { id: publishedById, name: publishedBy },
  }));
}

/** Returns the newest publication of a policy by its hash; null if it was not published here. */
export async function findPublication(
  db: Database,
  { workspaceId, policyVersion }: { workspaceId: string; policyVersion: string },
): Promise<{ number: number; since: Date } | null> {
  const [found] = await db
    .select({ number: policyPublication.number, since })
    .from(policyPublication)
    .where(
      and(eq(policyPublication.workspaceId, workspaceId), eq(policyPublication.policyVersion, policyVersion)),
    )
    .orderBy(desc(policyPublication.number))
    .limit(1);
  return found ?? null;
}

/** A version as it was published, with its content. */
interface PublishedContent extends PolicyContent {
  policyVersion: string;
  number: number;
  publishedAt: Date;
  publishedBy: string;
}

/** Lists the latest published versions with their contents, newest first; at most `limit`. */
export async function listPublishedContents(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<PublishedContent[]> {
  const rows = await db
    .select()
    .from(policyPublication)
    .where(eq(policyPublication.workspaceId, workspaceId))
    .orderBy(desc(policyPublication.number))
    .limit(limit);
  return rows.map(({ policyVersion, number, publishedAt, publishedBy, ...row }) => ({
    policyVersion,
    number,
    publishedAt,
    publishedBy,
    ...toContent(row),
  }));
}

/** Inserts a version, which is live from then on. */
export async function insertPublication(
  tx: Database,
  row: typeof policyPublication.$inferInsert,
): Promise<void> {
  await tx.insert(policyPublication).values(row);
}

/** Adds a published policy to the policies that handoffs can name. */
export async function upsertPublishedVersion(
  tx: Database,
  {
    workspaceId,
    parsed,
    origin,
  }: { workspaceId: string; parsed: Extract<ParsedPolicy, { ok: true }>; origin: "published" | "imported" },
): Promise<void> {
  const { enabled: isEnabled, observe: isObserving } = parsed.switch;
  const seen = { firstSeenAt: sql`now()`, lastSeenAt: sql`now()` };
  await tx
    .insert(policyVersion)
    .values({
      workspaceId,
      policyVersion: parsed.version,
      origin,
      policyText: JSON.stringify(parsed.section),
      isEnabled,
      isObserving,
      ...seen,
    })
    .onConflictDoUpdate({
      target: [policyVersion.workspaceId, policyVersion.policyVersion],
      set: { origin, lastSeenAt: sql`greatest(${policyVersion.lastSeenAt}, excluded.last_seen_at)` },
    });
}
