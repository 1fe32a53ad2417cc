import { type Database, listSavedViews, type SavedView } from "@baton/db";
import { type AuditActor, insertSavedView, recordAudit } from "@baton/db/write";

/** Limit of saved views of a page; longer lists are not usable. */
export const MAX_SAVED_VIEWS = 200;

/**
 * Saves the URL parameters of a page under a name. The audit log records only views that others see.
 *
 * @returns the ID of the view, or the reason: the name is taken, or there are {@link MAX_SAVED_VIEWS}.
 */
export async function saveView(
  tx: Database,
  {
    workspaceId,
    actor,
    ...saved
  }: {
    workspaceId: string;
    actor: AuditActor & { id: string };
    page: SavedView["page"];
    name: string;
    params: Readonly<Record<string, string>>;
    isPrivate: boolean;
  },
): Promise<{ ok: true; viewId: string } | { ok: false; reason: "taken" | "too_many" }> {
  const views = await listSavedViews(tx, { workspaceId, page: saved.page, userId: actor.id });
  if (views.length >= MAX_SAVED_VIEWS) return { ok: false, reason: "too_many" };
  const creator = { createdById: actor.id, createdBy: actor.name };
  const viewId = await insertSavedView(tx, { workspaceId, ...saved, ...creator });
  if (viewId === null) return { ok: false, reason: "taken" };
  if (saved.isPrivate) return { ok: true, viewId };
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "view.set",
    subject: `view ${saved.name}`,
    details: { before: null, after: { params: saved.params } },
  });
  return { ok: true, viewId };
}
