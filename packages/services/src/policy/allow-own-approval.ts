import { type Database, mayApproveOwn, notifyPolicyPages, type Person } from "@baton/db";
import { lockPolicies, recordAudit, upsertMayApproveOwn } from "@baton/db/write";

/** Sets if authors may approve their own drafts. */
export async function allowOwnApproval(
  db: Database,
  { workspaceId, isAllowed, person }: { workspaceId: string; isAllowed: boolean; person: Person },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const before = await mayApproveOwn(tx, { workspaceId });
    if (before === isAllowed) return;
    await upsertMayApproveOwn(tx, { workspaceId, isAllowed });
    await recordAudit(tx, {
      workspaceId,
      actor: person,
      action: "workspace.set",
      subject: "authors may approve their own",
      details: { before, after: isAllowed },
    });
    await notifyPolicyPages(tx, workspaceId);
  });
}
