import { randomUUID } from "node:crypto";
import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { savedView } from "../../schema/index";
import { type AuditActor, recordAudit } from "../audit/audit-write";

export type SavedView = Omit<typeof savedView.$inferSelect, "workspaceId">;

/** Limit of saved views per workspace; longer lists are not usable. */
export const MAX_SAVED_VIEWS = 200;

interface ViewPlace {
  workspaceId: string;
  viewId: string;
}

/** Returns the views of a workspace, default first, then by name. */
export async function listSavedViews(db: Database, scope: { workspaceId: string }): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedView)
    .where(eq(savedView.workspaceId, scope.workspaceId))
    .orderBy(desc(savedView.isDefault), asc(savedView.name));
  return rows.map(({ workspaceId: _, ...view }) => view);
}

/**
 * Saves a range and filters under a name, with an audit entry.
 *
 * @returns the ID of the view, or the reason: the name is taken, or there are too many views.
 */
export async function addSavedView(
  db: Database,
  {
    workspaceId,
    actor,
    name,
    params,
  }: { workspaceId: string; actor: AuditActor; name: string; params: Readonly<Record<string, string>> },
): Promise<{ ok: true; viewId: string } | { ok: false; reason: "taken" | "too_many" }> {
  return db.transaction(async (tx) => {
    const views = await listSavedViews(tx, { workspaceId });
    if (views.length >= MAX_SAVED_VIEWS) return { ok: false, reason: "too_many" };
    const [added] = await tx
      .insert(savedView)
      .values({
        workspaceId,
        viewId: randomUUID(),
        name,
        params,
        createdById: actor.id,
        createdBy: actor.name,
      })
      .onConflictDoNothing()
      .returning({ viewId: savedView.viewId });
    if (!added) return { ok: false, reason: "taken" };
    await recordViewChange(tx, { workspaceId, actor, name, details: { before: null, after: { params } } });
    return { ok: true, viewId: added.viewId };
  });
}

/**
 * Renames a view, with an audit entry.
 *
 * @returns the reason of a failure: the view does not exist, or another one has the name.
 */
export async function renameSavedView(
  db: Database,
  { actor, name, ...place }: ViewPlace & { actor: AuditActor; name: string },
): Promise<{ ok: true } | { ok: false; reason: "missing" | "taken" }> {
  return db.transaction(async (tx) => {
    const view = await lockView(tx, place);
    if (!view) return { ok: false, reason: "missing" };
    const named = and(eq(savedView.workspaceId, place.workspaceId), eq(savedView.name, name));
    const [other] = await tx.select({ viewId: savedView.viewId }).from(savedView).where(named);
    if (other && other.viewId !== place.viewId) return { ok: false, reason: "taken" };
    await tx.update(savedView).set({ name }).where(isAt(place));
    const details = { before: { name: view.name }, after: { name } };
    await recordViewChange(tx, { ...place, actor, name: view.name, details });
    return { ok: true };
  });
}

/** Deletes a view, with an audit entry. @returns false if it does not exist. */
export async function removeSavedView(
  db: Database,
  { actor, ...place }: ViewPlace & { actor: AuditActor },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const view = await lockView(tx, place);
    if (!view) return false;
    await tx.delete(savedView).where(isAt(place));
    const details = { before: { params: view.params }, after: null };
    await recordViewChange(tx, { ...place, actor, name: view.name, details });
    return true;
  });
}

/**
 * Makes a view the default of the savings pages instead of the previous one, with an audit entry.
 *
 * @param viewId null: no default.
 * @returns false if the view does not exist.
 */
export async function setDefaultView(
  db: Database,
  { workspaceId, viewId, actor }: { workspaceId: string; viewId: string | null; actor: AuditActor },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const views = await tx
      .select()
      .from(savedView)
      .where(eq(savedView.workspaceId, workspaceId))
      .for("update");
    const before = views.find(({ isDefault }) => isDefault) ?? null;
    const after = views.find((view) => view.viewId === viewId) ?? null;
    if (viewId !== null && !after) return false;
    if (before?.viewId === after?.viewId) return true;
    if (before) await tx.update(savedView).set({ isDefault: false }).where(isAt(before));
    if (after) await tx.update(savedView).set({ isDefault: true }).where(isAt(after));
    const details = { before: before?.name ?? null, after: after?.name ?? null };
    await recordViewChange(tx, { workspaceId, actor, name: "default", details });
    return true;
  });
}

/** Locks a view until the transaction ends and returns it. */
async function lockView(tx: Database, place: ViewPlace) {
  const [view] = await tx.select().from(savedView).where(isAt(place)).for("update");
  return view;
}

function isAt({ workspaceId, viewId }: ViewPlace) {
  return and(eq(savedView.workspaceId, workspaceId), eq(savedView.viewId, viewId));
}

function recordViewChange(
  tx: Database,
  entry: { workspaceId: string; actor: AuditActor; name: string; details: Record<string, unknown> },
) {
  const { workspaceId, actor, name, details } = entry;
  return recordAudit(tx, { workspaceId, actor, action: "view.set", subject: `view ${name}`, details });
}
