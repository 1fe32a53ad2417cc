import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { authUser, type SOURCE_KINDS, source, workspace } from "../../schema/index";
import { addMember } from "../workspace/workspace-member";

/**
 * Creates a workspace if the ID does not exist. The first account becomes its owner and admin.
 * @returns true if it was created.
 */
export async function ensureWorkspace(
  db: Database,
  {
    workspaceId,
    name = workspaceId,
    isSample = false,
  }: { workspaceId: string; name?: string; isSample?: boolean },
): Promise<boolean> {
  const made = await db
    .insert(workspace)
    .values({ workspaceId, name, isSample })
    .onConflictDoNothing()
    .returning({ workspaceId: workspace.workspaceId });
  if (made.length === 0) return false;
  const [founder] = await db
    .select({ userId: authUser.id })
    .from(authUser)
    .where(eq(authUser.isFounder, true));
  if (founder) await addMember(db, { workspaceId, userId: founder.userId, roles: ["owner", "admin"] });
  return true;
}

/**
 * Registers a source. Every ingest process of this database follows a path from then on, even if it was stopped.
 *
 * @param root an absolute path without symbolic links, or the name of another kind of source.
 * @param storesContent whether its text may be stored; as before, and true at first, if undefined.
 * @returns its ID, the same each time.
 */
export async function registerSource(
  db: Database,
  {
    workspaceId,
    root,
    kind = "path",
    storesContent,
  }: {
    workspaceId: string;
    root: string;
    kind?: (typeof SOURCE_KINDS)[number];
    storesContent?: boolean;
  },
): Promise<number> {
  const [row] = await db
    .insert(source)
    .values({ workspaceId, root, kind, storesContent })
    .onConflictDoUpdate({
      target: [source.workspaceId, source.root],
      set: { root, stoppedAt: null, storesContent },
    })
    .returning({ sourceId: source.sourceId });
  if (!row) throw new Error("an upsert gives back its row");
  return row.sourceId;
}

/** Returns whether the text of a source may be stored. */
export async function storesSourceContent(
  db: Database,
  { workspaceId, sourceId }: { workspaceId: string; sourceId: number },
): Promise<boolean> {
  const [row] = await db
    .select({ storesContent: source.storesContent })
    .from(source)
    .where(and(eq(source.workspaceId, workspaceId), eq(source.sourceId, sourceId)));
  return row?.storesContent ?? false;
}

/** Returns the followed paths of all workspaces. */
export async function listAllSources(db: Database) {
  return db
    .select({ workspaceId: source.workspaceId, sourceId: source.sourceId, root: source.root })
    .from(source)
    .where(and(eq(source.kind, "path"), isNull(source.stoppedAt)))
    .orderBy(asc(source.workspaceId), asc(source.sourceId));
}

/** Stops following a path, or follows it again. @returns its root; null if nothing changes. */
export async function updateIsFollowed(
  db: Database,
  { workspaceId, sourceId, isFollowed }: { workspaceId: string; sourceId: number; isFollowed: boolean },
): Promise<string | null> {
  const [row] = await db
    .update(source)
    .set({ stoppedAt: isFollowed ? null : sql`now()`, lagBytes: 0, lagSeconds: 0 })
    .where(
      and(
        eq(source.workspaceId, workspaceId),
        eq(source.sourceId, sourceId),
        eq(source.kind, "path"),
        sql`(${source.stoppedAt} is null) <> ${isFollowed}`,
      ),
    )
    .returning({ root: source.root });
  return row?.root ?? null;
}

/** Stores that a source was checked, with its error. */
export async function markScanned(
  db: Database,
  { workspaceId, sourceId, error }: { workspaceId: string; sourceId: number; error: string | null },
): Promise<void> {
  await db
    .update(source)
    .set({ lastScannedAt: sql`now()`, lastError: error })
    .where(and(eq(source.workspaceId, workspaceId), eq(source.sourceId, sourceId)));
}
