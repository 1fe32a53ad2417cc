import { type Database, listSavedViews } from "@baton/db";
import { type AuditActor, insertSavedView, recordAudit } from "@baton/db/write";

/** Limit of saved views per workspace; longer lists are not usable. */
export const MAX_SAVED_VIEWS = 200;

/**
 * Saves a range and filters under a name.
 *
 * @returns the ID of the view, or the reason: the name is taken, or there are {@link MAX_SAVED_VIEWS}.
 */
export async function saveView(
  tx: Database,
  {
    workspaceId,
    actor,
    name,
    params,
  }: { workspaceId: string; actor: AuditActor; name: string; params: Readonly<Record<string, string>> },
): Promise<{ ok: true; viewId: string } | { ok: false; reason: "taken" | "too_many" }> {
  const views = await listSavedViews(tx, { workspaceId });
  if (views.length >= MAX_SAVED_VIEWS) return { ok: false, reason: "too_many" };
  const creator = { createdById: actor.id, createdBy: actor.name };
  const viewId = await insertSavedView(tx, { workspaceId, name, params, ...creator });
  if (viewId === null) return { ok: false, reason: "taken" };
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "view.set",
    subject: `view ${name}`,
    details: { before: null, after: { params } },
  });
  return { ok: true, viewId };
}
