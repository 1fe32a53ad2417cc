import type { Database } from "@baton/db";
import {
  lockManifest,
  type ManifestKey,
  type ManifestValidation,
  updateManifestValidation,
} from "@baton/db/write";
import { hasChanged } from "./put-outcome";

/**
 * Stores new validation results of a manifest.
 *
 * @returns true if anything other than the time of the check changed.
 */
export async function recheckManifest(
  tx: Database,
  key: ManifestKey,
  validation: ManifestValidation,
): Promise<boolean> {
  const before = await lockManifest(tx, key);
  if (!before) return false;
  await updateManifestValidation(tx, key, validation);
  return hasChanged(before, await lockManifest(tx, key));
}
