import type { Database } from "@baton/db";
import { type AuditActor, lockSavedViews, recordAudit, updateSavedView } from "@baton/db/write";

/**
 * Makes a view the default of the savings pages instead of the previous one.
 *
 * @param viewId null: no default.
 * @returns false if it is not a shared view of the savings pages.
 */
export async function setDefaultView(
  tx: Database,
  { workspaceId, viewId, actor }: { workspaceId: string; viewId: string | null; actor: AuditActor },
): Promise<boolean> {
  const views = await lockSavedViews(tx, { workspaceId });
  const before = views.find(({ isDefault }) => isDefault);
  const after = views.find((view) => view.viewId === viewId && view.page === "savings" && !view.isPrivate);
  if (viewId !== null && !after) return false;
  if (before?.viewId === after?.viewId) return true;
  if (before) await updateSavedView(tx, { workspaceId, viewId: before.viewId }, { isDefault: false });
  if (after) await updateSavedView(tx, { workspaceId, viewId: after.viewId }, { isDefault: true });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "view.set",
    subject: "view default",
    details: { before: before?.name ?? null, after: after?.name ?? null },
  });
  return true;
}
