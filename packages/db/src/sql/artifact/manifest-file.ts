import { fromStorableText } from "@baton/server/storable-text";
import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { fileContent, manifest, manifestFile } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import type { ManifestKey } from "./manifest-write";

/** A stored file of a manifest; `sha256` is of its masked text. */
export interface StoredManifestFile {
  path: string;
  sha256: string;
}

/** Lists the stored files of a manifest by path, without their texts. */
export async function listManifestFiles(
  db: Database,
  { workspaceId, manifestId }: ManifestKey,
): Promise<StoredManifestFile[]> {
  return db
    .select({ path: manifestFile.path, sha256: manifestFile.sha256 })
    .from(manifestFile)
    .where(ofManifest({ workspaceId, manifestId }))
    .orderBy(manifestFile.path);
}

/** Returns the masked text of a file of a manifest; null if it is not stored. */
export async function getManifestFile(
  db: Database,
  { path, ...key }: ManifestKey & { path: string },
): Promise<{ sha256: string; text: string } | null> {
  const [found] = await db
    .select({ sha256: fileContent.sha256, text: fileContent.text })
    .from(manifestFile)
    .innerJoin(
      fileContent,
      and(eq(fileContent.workspaceId, manifestFile.workspaceId), eq(fileContent.sha256, manifestFile.sha256)),
    )
    .where(and(ofManifest(key), eq(manifestFile.path, path)));
  return found ? { ...found, text: fromStorableText(found.text) } : null;
}

/**
 * Replaces the stored files of a manifest, and deletes contents that no manifest has then.
 *
 * @param tx a transaction that blocks erasures.
 * @returns false if they are the same.
 */
export async function replaceManifestFiles(
  tx: Database,
  { workspaceId, manifestId }: ManifestKey,
  files: readonly (StoredManifestFile & { text: string })[],
): Promise<boolean> {
  // Another transaction would delete a content that this one is about to use.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${workspaceId}`}, 0))`);
  const before = await listManifestFiles(tx, { workspaceId, manifestId });
  const isSame = ({ path, sha256 }: StoredManifestFile) =>
    before.some((file) => file.path === path && file.sha256 === sha256);
  if (files.length === before.length && files.every(isSame)) return false;
  await tx.delete(manifestFile).where(ofManifest({ workspaceId, manifestId }));
  if (files.length > 0) {
    const contents = [...new Map(files.map(({ sha256, text }) => [sha256, text]))];
    await insertRows(
      tx,
      fileContent,
      contents.map(([sha256, text]) => ({ workspaceId, sha256, text })),
      sql`on conflict do nothing`,
    );
    await insertRows(
      tx,
      manifestFile,
      files.map(({ path, sha256 }) => ({ workspaceId, manifestId, path, sha256 })),
      sql`on conflict do nothing`,
    );
  }
  const replaced = before.map(({ sha256 }) => sha256);
  await deleteUnusedContents(tx, workspaceId, isAmong(fileContent.sha256, replaced));
  return true;
}

/** Deletes the files of deleted manifests, and the contents that no manifest has. @returns deleted contents. */
export async function deleteUnusedFiles(tx: Database, workspaceId: string): Promise<number> {
  const itsManifest = tx
    .select({ one: sql`1` })
    .from(manifest)
    .where(
      and(
        eq(manifest.workspaceId, manifestFile.workspaceId),
        eq(manifest.manifestId, manifestFile.manifestId),
      ),
    );
  await tx.delete(manifestFile).where(and(eq(manifestFile.workspaceId, workspaceId), notExists(itsManifest)));
  return deleteUnusedContents(tx, workspaceId);
}

async function deleteUnusedContents(tx: Database, workspaceId: string, isOne?: SQL): Promise<number> {
  const itsFile = tx
    .select({ one: sql`1` })
    .from(manifestFile)
    .where(
      and(eq(manifestFile.workspaceId, fileContent.workspaceId), eq(manifestFile.sha256, fileContent.sha256)),
    );
  const rows = await tx
    .delete(fileContent)
    .where(and(eq(fileContent.workspaceId, workspaceId), isOne, notExists(itsFile)))
    .returning({ sha256: fileContent.sha256 });
  return rows.length;
}

function ofManifest({ workspaceId, manifestId }: ManifestKey) {
  return and(eq(manifestFile.workspaceId, workspaceId), eq(manifestFile.manifestId, manifestId));
}
