import { dirname } from "node:path";
import { readContent } from "./document-content";
import { inspectFile } from "./inspect-file";
import type { FileOnDisk } from "./list-files";

/** `latest` links to the newest run of an agent. A backup that follows links turns it into a folder. */
const COPIED_LINK = /\/artifacts\/(?:.+\/)?latest\/manifest\.json$/;

/**
 * Finds the run that `latest` is a copy of. Its manifest is read there and counts once.
 *
 * @param files all listed files.
 * @returns the path of the run's manifest; null if the file is not such a copy.
 */
export async function findCopiedRun(file: FileOnDisk, files: readonly FileOnDisk[]): Promise<string | null> {
  if (!COPIED_LINK.test(file.path)) return null;
  const runs = dirname(dirname(file.path));
  const alike = files.filter(
    ({ path, size }) =>
      path !== file.path &&
      size === file.size &&
      path.endsWith("/manifest.json") &&
      dirname(dirname(path)) === runs,
  );
  const hash = alike.length > 0 ? await hashOf(file) : null;
  for (const run of alike) if (hash !== null && (await hashOf(run)) === hash) return run.path;
  return null;
}

async function hashOf(file: FileOnDisk): Promise<string | null> {
  const look = await inspectFile(file, async (handle) => (await readContent(handle, file.size)).sha256);
  return typeof look === "string" ? null : look.found;
}
