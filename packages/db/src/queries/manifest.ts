import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../client";
import { manifest } from "../schema/index";

/** Where the next page of manifests begins. */
export interface ManifestCursor {
  writtenAt: Date;
  manifestId: string;
}

/** A page of manifests, the newest first. */
export async function listManifests(
  db: Database,
  { workspaceId, cursor, limit }: { workspaceId: string; cursor?: ManifestCursor | undefined; limit: number },
) {
  const rows = await db
    .select()
    .from(manifest)
    .where(
      and(
        eq(manifest.workspaceId, workspaceId),
        cursor &&
          sql`(${manifest.writtenAt}, ${manifest.manifestId}) < (${cursor.writtenAt.toISOString()}::timestamptz, ${cursor.manifestId})`,
      ),
    )
    .orderBy(desc(manifest.writtenAt), desc(manifest.manifestId))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor: ManifestCursor | null =
    last && rows.length > limit ? { writtenAt: last.writtenAt, manifestId: last.manifestId } : null;
  return { manifests: page, nextCursor };
}

/** One manifest, or null. */
export async function getManifest(
  db: Database,
  { workspaceId, manifestId }: { workspaceId: string; manifestId: string },
) {
  const rows = await db
    .select()
    .from(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), eq(manifest.manifestId, manifestId)));
  return rows[0] ?? null;
}
