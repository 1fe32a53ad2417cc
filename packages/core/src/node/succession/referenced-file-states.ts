import { relative } from "node:path";
import type { HandoffDocument } from "../../succession/handoff-document";
import { listReferencedFiles } from "../../succession/referenced-files";
import type { FileState } from "../../succession/validate-handoff";
import { ContainedFolder } from "../contained-folder";

/**
 * Looks for the files that a handoff document speaks of. What lies outside of the project is not looked for.
 *
 * @param root   the project's root.
 * @param signal ends the search; files that were not looked for by then are left out.
 * @returns the files as they are written there, and what became of each.
 * @throws what the file system throws where `root` is no folder.
 */
export async function findReferencedFiles(
  root: string,
  document: HandoffDocument,
  signal?: AbortSignal,
): Promise<Map<string, FileState>> {
  const folder = await ContainedFolder.open(root);
  try {
    const states = new Map<string, FileState>();
    for (const path of listReferencedFiles(document)) {
      if (signal?.aborted) break;
      states.set(path, await findFile(folder, path));
    }
    return states;
  } finally {
    await folder.close();
  }
}

async function findFile(folder: ContainedFolder, path: string): Promise<FileState> {
  if (path.startsWith("~")) return "outside";
  const name = path.startsWith(`${folder.path}/`) ? relative(folder.path, path) : path;
  // Nothing of the file is wanted: where it holds more than nothing, it is "too large".
  const { state } = await folder.read(name, 0);
  return state === "outside" || state === "missing" ? state : "present";
}
