import { join } from "node:path";
import type { ManifestSources } from "../manifest/compact/manifest-sources";
import { replaceFile } from "./replace-whole";

const SOURCES_FILE = "manifest.sources.json";

/**
 * Writes the sources of a manifest's texts next to it, as `manifest.sources.json`, atomically.
 *
 * @param root      project root.
 * @param directory folder of a saved manifest below the root.
 */
export async function saveManifestSources(
  root: string,
  directory: string,
  sources: ManifestSources,
): Promise<void> {
  await replaceFile(join(root, directory, SOURCES_FILE), `${JSON.stringify(sources, null, 2)}\n`);
}
