import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { policyDraft, policyDraftRevision, workspace } from "../../schema/index";
import { recordAudit } from "../audit/audit-write";
import { type Person, type PolicyContent, toContent } from "./policy-live";
import { listPolicyReviews, type PolicyReview } from "./policy-review";

export type DraftState = (typeof policyDraft.$inferSelect)["state"];

const OPEN_STATES: DraftState[] = ["draft", "in_review"];

/** A state in which a draft was saved. */
export interface DraftRevision {
  revision: number;
  content: PolicyContent;
  savedBy: Person;
  savedAt: Date;
}

/** The open draft of a workspace, as it was saved last. */
export interface PolicyDraft extends DraftRevision {
  draftId: number;
  state: DraftState;
  /** Hash of the policy that it started with or merged last; null without one. */
  basedOn: string | null;
  startedAt: Date;
  /** Users who saved a revision, in order of their first. */
  authors: Person[];
  /** All that was said of any revision of it, in order. */
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
  const [revision, authors, reviews] = await Promise.all([
    getDraftRevision(db, { workspaceId, draftId, revision: draft.revision }),
    listAuthors(db, { workspaceId, draftId }),
    listPolicyReviews(db, { workspaceId, draftId }),
  ]);
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

/**
 * Starts a draft.
 *
 * @param draft.replaces the open draft to discard, as the user saw it last; null if there was none.
 * @returns its ID, or null without a change if another draft is open or at another revision.
 */
export async function startPolicyDraft(
  db: Database,
  draft: {
    workspaceId: string;
    content: PolicyContent;
    basedOn: string | null;
    person: Person;
    /** Its origin for the audit log: `version 3`. */
    origin: string;
    isRestored?: boolean;
    replaces?: { draftId: number; revision: number } | null;
  },
): Promise<number | null> {
  const { workspaceId, content, basedOn, person, origin, replaces = null } = draft;
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const [open] = await tx.select().from(policyDraft).where(isOpen(workspaceId)).for("update");
    if (open?.draftId !== replaces?.draftId || open?.revision !== replaces?.revision) return null;
    if (open) await updateDraft(tx, open, { state: "discarded" });
    const [started] = await tx
      .insert(policyDraft)
      .values({ workspaceId, revision: 1, basedOn })
      .returning({ draftId: policyDraft.draftId });
    if (!started) throw new Error("an insert without conflict gives its row");
    const { draftId } = started;
    await insertRevision(tx, { workspaceId, draftId, revision: 1, content, person });
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      subject: `draft ${draftId}`,
      action: draft.isRestored ? "policy.restore" : "policy.draft",
      details: { from: origin, ...(open ? { replaces: `draft ${open.draftId}` } : {}) },
    });
    return draftId;
  });
}

export type SavedDraft =
  | { outcome: "saved"; revision: number }
  /** Another user saved first. Nothing was overwritten. */
  | { outcome: "conflict"; base: DraftRevision; theirs: DraftRevision }
  /** The draft was published or discarded meanwhile. */
  | { outcome: "closed"; state: DraftState | null };

/**
 * Saves a draft if it is unchanged since the user opened it. Equal content of the same policy creates no
 * revision.
 *
 * @param save.revision the revision that was edited.
 * @param save.basedOn  hash of the policy merged into it; unchanged by default.
 */
export async function savePolicyDraft(
  db: Database,
  save: {
    workspaceId: string;
    draftId: number;
    revision: number;
    content: PolicyContent;
    basedOn?: string | undefined;
    person: Person;
  },
): Promise<SavedDraft> {
  const { workspaceId, draftId, content, person } = save;
  return db.transaction(async (tx) => {
    const draft = await lockDraft(tx, { workspaceId, draftId });
    if (!draft || !OPEN_STATES.includes(draft.state))
      return { outcome: "closed", state: draft?.state ?? null };
    const current = await getDraftRevision(tx, { workspaceId, draftId, revision: draft.revision });
    const base = await getDraftRevision(tx, { workspaceId, draftId, revision: save.revision });
    if (!current || !base) throw new Error(`draft ${draftId} has no revision ${save.revision}`);
    if (draft.revision !== save.revision) return { outcome: "conflict", base, theirs: current };
    const basedOn = save.basedOn ?? draft.basedOn;
    // The same text compared with another policy passes other fields, which earlier approvers have not seen.
    if (isSameContent(current.content, content) && basedOn === draft.basedOn) {
      return { outcome: "saved", revision: draft.revision };
    }
    const revision = draft.revision + 1;
    await insertRevision(tx, { workspaceId, draftId, revision, content, person });
    await updateDraft(tx, draft, { revision, basedOn });
    return { outcome: "saved", revision };
  });
}

/**
 * Discards a draft and keeps its revisions. @returns false without a change if it is not open at that
 * revision.
 */
export async function discardPolicyDraft(
  db: Database,
  { person, ...named }: { workspaceId: string; draftId: number; revision: number; person: Person },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const draft = await lockDraft(tx, named);
    if (!draft || !OPEN_STATES.includes(draft.state) || draft.revision !== named.revision) return false;
    await updateDraft(tx, draft, { state: "discarded" });
    await recordAudit(tx, {
      workspaceId: named.workspaceId,
      actor: person,
      action: "policy.discard",
      subject: `draft ${draft.draftId}`,
      details: { revision: draft.revision },
    });
    return true;
  });
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

async function insertRevision(
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

function isSameContent(a: PolicyContent, b: PolicyContent): boolean {
  return (
    a.document === b.document &&
    a.policySwitch.enabled === b.policySwitch.enabled &&
    a.policySwitch.observe === b.policySwitch.observe
  );
}

function isOpen(workspaceId: string) {
  return and(eq(policyDraft.workspaceId, workspaceId), inArray(policyDraft.state, OPEN_STATES));
}
