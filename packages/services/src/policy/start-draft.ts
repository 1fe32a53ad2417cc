import { type Database, notifyPolicyPages, type Person, type PolicyContent } from "@baton/db";
import {
  insertDraft,
  insertDraftRevision,
  lockOpenDraft,
  lockPolicies,
  recordAudit,
  updateDraft,
} from "@baton/db/write";

/**
 * Starts a draft.
 *
 * @param draft.replaces the open draft to discard, as the user saw it last; null if there was none.
 * @returns its ID, or null without a change if another draft is open or at another revision.
 */
export async function startDraft(
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
    const open = await lockOpenDraft(tx, workspaceId);
    if (open?.draftId !== replaces?.draftId || open?.revision !== replaces?.revision) return null;
    if (open) await updateDraft(tx, open, { state: "discarded" });
    const draftId = await insertDraft(tx, { workspaceId, basedOn });
    await insertDraftRevision(tx, { workspaceId, draftId, revision: 1, content, person });
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      subject: `draft ${draftId}`,
      action: draft.isRestored ? "policy.restore" : "policy.draft",
      details: { from: origin, ...(open ? { replaces: `draft ${open.draftId}` } : {}) },
    });
    await notifyPolicyPages(tx, workspaceId);
    return draftId;
  });
}
