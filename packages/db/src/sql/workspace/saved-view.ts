import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, or } from "drizzle-orm";
import type { Database } from "../../client";
import { savedView } from "../../schema/index";

export type SavedView = Omit<typeof savedView.$inferSelect, "workspaceId">;

interface ViewPlace {
  workspaceId: string;
  viewId: string;
}

/** Lists the views of a page that a user may see, the default first, then by name. */
export async function listSavedViews(
  db: Database,
  { workspaceId, page, userId }: { workspaceId: string; page: SavedView["page"]; userId: string },
): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedView)
    .where(
      and(
        eq(savedView.workspaceId, workspaceId),
        eq(savedView.page, page),
        or(eq(savedView.isPrivate, false), eq(savedView.createdById, userId)),
      ),
    )
    .orderBy(desc(savedView.isDefault), asc(savedView.name));
  return rows.map(({ workspaceId: _, ...view }) => view);
}

/** Lists the views of a workspace and locks them until the transaction ends. */
export async function lockSavedViews(tx: Database, scope: { workspaceId: string }): Promise<SavedView[]> {
  return tx.select().from(savedView).where(eq(savedView.workspaceId, scope.workspaceId)).for("update");
}

/** Locks a view until the transaction ends and returns it; undefined if it does not exist. */
export async function lockSavedView(tx: Database, place: ViewPlace): Promise<SavedView | undefined> {
  const [view] = await tx.select().from(savedView).where(isAt(place)).for("update");
  return view;
}

/** Returns a view; undefined if it does not exist. */
export async function getSavedView(db: Database, place: ViewPlace): Promise<SavedView | undefined> {
  const [view] = await db.select().from(savedView).where(isAt(place));
  return view;
}

/** Inserts a view. @returns its ID; null if the name is taken. */
export async function insertSavedView(
  db: Database,
  view: Omit<typeof savedView.$inferInsert, "viewId" | "isDefault" | "createdAt">,
): Promise<string | null> {
  const [added] = await db
    .insert(savedView)
    .values({ ...view, viewId: randomUUID() })
    .onConflictDoNothing()
    .returning({ viewId: savedView.viewId });
  return added?.viewId ?? null;
}

/** Renames a view, or makes it the default or not. */
export async function updateSavedView(
  db: Database,
  place: ViewPlace,
  change: Partial<Pick<SavedView, "name" | "isDefault">>,
): Promise<void> {
  await db.update(savedView).set(change).where(isAt(place));
}

/** Deletes a view. */
export async function deleteSavedView(db: Database, place: ViewPlace): Promise<void> {
  await db.delete(savedView).where(isAt(place));
}

function isAt({ workspaceId, viewId }: ViewPlace) {
  return and(eq(savedView.workspaceId, workspaceId), eq(savedView.viewId, viewId));
}
