import type { Database } from "@baton/db";
import { type AuditActor, deleteSavedView, lockSavedView, recordAudit } from "@baton/db/write";

/** Removes a view. @returns false if it does not exist. */
export async function removeView(
  tx: Database,
  { actor, ...place }: { workspaceId: string; viewId: string; actor: AuditActor },
): Promise<boolean> {
  const view = await lockSavedView(tx, place);
  if (!view) return false;
  await deleteSavedView(tx, place);
  if (view.isPrivate) return true;
  await recordAudit(tx, {
    workspaceId: place.workspaceId,
    actor,
    action: "view.set",
    subject: `view ${view.name}`,
    details: { before: { params: view.params }, after: null },
  });
  return true;
}
