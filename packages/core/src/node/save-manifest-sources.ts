import { join } from "node:path";
import type { ManifestSources } from "../manifest/compact/manifest-sources";
import { replaceFile } from "./replace-whole";

const SOURCES_FILE = "manifest.sources.json";

/**
 * Writes where the texts of a manifest come from beside it, as `manifest.sources.json`; whole, or not at all.
 *
 * @param root      the project's root.
 * @param directory the folder of a manifest that was saved, below the root.
 */
export async function saveManifestSources(
  root: string,
  directory: string,
  sources: ManifestSources,
): Promise<void> {
  await replaceFile(join(root, directory, SOURCES_FILE), `${JSON.stringify(sources, null, 2)}\n`);
}
