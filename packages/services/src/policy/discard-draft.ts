import { type Database, notifyPolicyPages, type Person } from "@baton/db";
import { lockDraft, OPEN_DRAFT_STATES, recordAudit, updateDraft } from "@baton/db/write";

/**
 * Discards a draft and keeps its revisions. @returns false without a change if it is not open at that
 * revision.
 */
export async function discardDraft(
  db: Database,
  { person, ...named }: { workspaceId: string; draftId: number; revision: number; person: Person },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const draft = await lockDraft(tx, named);
    if (!draft || !OPEN_DRAFT_STATES.includes(draft.state) || draft.revision !== named.revision) return false;
    await updateDraft(tx, draft, { state: "discarded" });
    await recordAudit(tx, {
      workspaceId: named.workspaceId,
      actor: person,
      action: "policy.discard",
      subject: `draft ${draft.draftId}`,
      details: { revision: draft.revision },
    });
    await notifyPolicyPages(tx, named.workspaceId);
    return true;
  });
}
