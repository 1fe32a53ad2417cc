import type { Database } from "@baton/db";
import { type AuditActor, lockSavedViews, recordAudit, updateSavedView } from "@baton/db/write";

/** Renames a view. @returns the reason of a failure: the view does not exist, or another one has the name. */
export async function renameView(
  tx: Database,
  {
    workspaceId,
    viewId,
    actor,
    name,
  }: { workspaceId: string; viewId: string; actor: AuditActor; name: string },
): Promise<{ ok: true } | { ok: false; reason: "missing" | "taken" }> {
  const views = await lockSavedViews(tx, { workspaceId });
  const view = views.find((each) => each.viewId === viewId);
  if (!view) return { ok: false, reason: "missing" };
  const isTaken = views.some(
    (each) =>
      each !== view &&
      each.name === name &&
      each.page === view.page &&
      each.isPrivate === view.isPrivate &&
      (!view.isPrivate || each.createdById === view.createdById),
  );
  if (isTaken) return { ok: false, reason: "taken" };
  await updateSavedView(tx, { workspaceId, viewId }, { name });
  if (view.isPrivate) return { ok: true };
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "view.set",
    subject: `view ${view.name}`,
    details: { before: { name: view.name }, after: { name } },
  });
  return { ok: true };
}
