import {
  type Database,
  type DraftRevision,
  type DraftState,
  notifyPolicyPages,
  type Person,
  type PolicyContent,
} from "@baton/db";
import {
  getDraftRevision,
  insertDraftRevision,
  lockDraft,
  OPEN_DRAFT_STATES,
  updateDraft,
} from "@baton/db/write";

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
export async function saveDraft(
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
    if (!draft || !OPEN_DRAFT_STATES.includes(draft.state))
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
    await insertDraftRevision(tx, { workspaceId, draftId, revision, content, person });
    await updateDraft(tx, draft, { revision, basedOn });
    await notifyPolicyPages(tx, workspaceId);
    return { outcome: "saved", revision };
  });
}

function isSameContent(a: PolicyContent, b: PolicyContent): boolean {
  return (
    a.document === b.document &&
    a.policySwitch.enabled === b.policySwitch.enabled &&
    a.policySwitch.observe === b.policySwitch.observe
  );
}
