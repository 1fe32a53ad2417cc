import { createHash } from "node:crypto";
import type { Database } from "@baton/db";
import { type ManifestKey, replaceManifestFiles } from "@baton/db/write";
import { findErasedInText } from "../erasure/erased-text";

/**
 * Stores the texts of the files that a manifest names, each under the SHA-256 of its text. They replace the stored ones.
 * A text that names an erased session or agent is not stored.
 *
 * @param files masked.
 * @returns false if they are the same.
 */
export async function storeManifestFiles(
  tx: Database,
  key: ManifestKey,
  files: readonly { path: string; text: string }[],
): Promise<boolean> {
  const isErased = await findErasedInText(tx, key.workspaceId);
  const kept = files
    .filter(({ text }) => !isErased?.(text))
    .map((file) => ({ ...file, sha256: createHash("sha256").update(file.text).digest("hex") }));
  return replaceManifestFiles(tx, key, kept);
}
