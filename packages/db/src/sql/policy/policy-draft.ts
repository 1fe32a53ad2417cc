import { and, asc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policyDraft, policyDraftRevision, workspace } from "../../schema/index";
import { type Person, type PolicyContent, toContent } from "./policy-live";
import { listPolicyReviews, type PolicyReview } from "./policy-review";

export type DraftState = (typeof policyDraft.$inferSelect)["state"];

/** States in which a draft can be edited and published. A workspace has at most one such draft. */
export const OPEN_DRAFT_STATES: readonly DraftState[] = ["draft", "in_review"];

/** A saved revision of a draft. */
export interface DraftRevision {
  revision: number;
  content: PolicyContent;
  savedBy: Person;
  savedAt: Date;
}

/** The open draft of a workspace in its last revision. */
export interface PolicyDraft extends DraftRevision {
  draftId: number;
  state: DraftState;
  /** Hash of the policy that it started with or merged last; null without one. */
  basedOn: string | null;
  startedAt: Date;
  /** Users who saved a revision, in order of their first. */
  authors: Person[];
  /** Reviews and comments on all its revisions, in order. */
  reviews: PolicyReview[];
}

/** Returns the open draft; null without one. */
export async function getPolicyDraft(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<PolicyDraft | null> {
  const [draft] = await db.select().from(policyDraft).where(isOpen(workspaceId));
  if (!draft) return null;
  const { draftId } = draft;
  const revision = await getDraftRevision(db, { workspaceId, draftId, revision: draft.revision });
  const authors = await listAuthors(db, { workspaceId, draftId });
  const reviews = await listPolicyReviews(db, { workspaceId, draftId });
  if (!revision) throw new Error(`draft ${draftId} has no revision ${draft.revision}`);
  const { state, basedOn, startedAt } = draft;
  return { draftId, state, basedOn, startedAt, ...revision, authors, reviews };
}

/** Returns a revision of a draft of any age; null if it does not exist. */
export async function getDraftRevision(
  db: Database,
  { workspaceId, draftId, revision }: { workspaceId: string; draftId: number; revision: number },
): Promise<DraftRevision | null> {
  const [row] = await db
    .select()
    .from(policyDraftRevision)
    .where(
      and(
        eq(policyDraftRevision.workspaceId, workspaceId),
        eq(policyDraftRevision.draftId, draftId),
        eq(policyDraftRevision.revision, revision),
      ),
    );
  return row ? toRevision(row) : null;
}

/** Lists the users who saved a revision of a draft, in order of their first. */
export async function listAuthors(
  db: Database,
  { workspaceId, draftId }: { workspaceId: string; draftId: number },
): Promise<Person[]> {
  const { savedById, savedBy } = policyDraftRevision;
  return db
    .select({ id: savedById, name: sql<string>`max(${savedBy})` })
    .from(policyDraftRevision)
    .where(and(eq(policyDraftRevision.workspaceId, workspaceId), eq(policyDraftRevision.draftId, draftId)))
    .groupBy(savedById)
    .orderBy(asc(sql`min(${policyDraftRevision.revision})`));
}

/** Returns true if every revision of a draft was saved by this user under this name, such as that of a key. */
export async function isDraftOnlyBy(
  db: Database,
  { workspaceId, draftId, person }: { workspaceId: string; draftId: number; person: Person },
): Promise<boolean> {
  const { savedById, savedBy } = policyDraftRevision;
  const others = await db
    .select({ revision: policyDraftRevision.revision })
    .from(policyDraftRevision)
    .where(
      and(
        eq(policyDraftRevision.workspaceId, workspaceId),
        eq(policyDraftRevision.draftId, draftId),
        or(ne(savedById, person.id), ne(savedBy, person.name)),
      ),
    )
    .limit(1);
  return others.length === 0;
}

type DraftRow = typeof policyDraft.$inferSelect;

/** Locks a draft's row until the transaction ends and returns it. */
export async function lockDraft(
  tx: Database,
  { workspaceId, draftId }: { workspaceId: string; draftId: number },
): Promise<DraftRow | null> {
  const [row] = await tx
    .select()
    .from(policyDraft)
    .where(and(eq(policyDraft.workspaceId, workspaceId), eq(policyDraft.draftId, draftId)))
    .for("update");
  return row ?? null;
}

/** Changes a draft's row within the transaction that locked it. */
export async function updateDraft(
  tx: Database,
  { workspaceId, draftId }: Pick<DraftRow, "workspaceId" | "draftId">,
  change: Partial<Pick<DraftRow, "state" | "revision" | "basedOn">>,
): Promise<void> {
  await tx
    .update(policyDraft)
    .set(change)
    .where(and(eq(policyDraft.workspaceId, workspaceId), eq(policyDraft.draftId, draftId)));
}

/** Serializes starting drafts and publishing in a workspace. */
export async function lockPolicies(tx: Database, workspaceId: string): Promise<void> {
  await tx
    .select({ one: sql`1` })
    .from(workspace)
    .where(eq(workspace.workspaceId, workspaceId))
    .for("no key update");
}

/** Locks the open draft of a workspace until the transaction ends and returns it; null without one. */
export async function lockOpenDraft(tx: Database, workspaceId: string): Promise<DraftRow | null> {
  const [row] = await tx.select().from(policyDraft).where(isOpen(workspaceId)).for("update");
  return row ?? null;
}

/**
 * Inserts a draft with revision number 1 and returns its ID. {@link insertDraftRevision} adds that revision.
 *
 * @param draft.state `published` for a version that was never edited, so that it can be reviewed.
 */
export async function insertDraft(
  tx: Database,
  {
    workspaceId,
    basedOn,
    state = "draft",
  }: { workspaceId: string; basedOn: string | null; state?: DraftState },
): Promise<number> {
  const [inserted] = await tx
    .insert(policyDraft)
    .values({ workspaceId, revision: 1, basedOn, state })
    .returning({ draftId: policyDraft.draftId });
  if (!inserted) throw new Error("an insert without conflict gives its row");
  return inserted.draftId;
}

/** Inserts a revision of a draft. */
export async function insertDraftRevision(
  tx: Database,
  {
    content,
    person,
    ...place
  }: { workspaceId: string; draftId: number; revision: number; content: PolicyContent; person: Person },
): Promise<void> {
  const { document, policySwitch } = content;
  await tx.insert(policyDraftRevision).values({
    ...place,
    document,
    isEnabled: policySwitch.enabled,
    isObserving: policySwitch.observe,
    savedById: person.id,
    savedBy: person.name,
  });
}

function toRevision(row: typeof policyDraftRevision.$inferSelect): DraftRevision {
  const { revision, savedById, savedBy, savedAt } = row;
  return { revision, content: toContent(row), savedBy: { id: savedById, name: savedBy }, savedAt };
}

function isOpen(workspaceId: string) {
  return and(eq(policyDraft.workspaceId, workspaceId), inArray(policyDraft.state, [...OPEN_DRAFT_STATES]));
}
