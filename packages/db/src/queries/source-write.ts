import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../client";
import { source, workspace } from "../schema/index";

/** Makes a workspace where there is none of that id. */
export async function ensureWorkspace(
  db: Database,
  {
    workspaceId,
    name = workspaceId,
    isSample = false,
  }: { workspaceId: string; name?: string; isSample?: boolean },
): Promise<void> {
  await db.insert(workspace).values({ workspaceId, name, isSample }).onConflictDoNothing();
}

/**
 * Registers a folder or file as a source, which every ingest of this database then follows.
 *
 * @param root absolute path, symbolic links resolved.
 * @returns its id, the same each time.
 */
export async function registerSource(
  db: Database,
  { workspaceId, root }: { workspaceId: string; root: string },
): Promise<number> {
  const [row] = await db
    .insert(source)
    .values({ workspaceId, root })
    .onConflictDoUpdate({ target: [source.workspaceId, source.root], set: { root } })
    .returning({ sourceId: source.sourceId });
  if (!row) throw new Error("an upsert gives back its row");
  return row.sourceId;
}

/** The sources of all workspaces. */
export async function listAllSources(db: Database) {
  return db
    .select({ workspaceId: source.workspaceId, sourceId: source.sourceId, root: source.root })
    .from(source)
    .orderBy(asc(source.workspaceId), asc(source.sourceId));
}

/** Notes that a source was looked at, and what stood in the way. */
export async function markScanned(
  db: Database,
  { workspaceId, sourceId, error }: { workspaceId: string; sourceId: number; error: string | null },
): Promise<void> {
  await db
    .update(source)
    .set({ lastScannedAt: sql`now()`, lastError: error })
    .where(and(eq(source.workspaceId, workspaceId), eq(source.sourceId, sourceId)));
}
