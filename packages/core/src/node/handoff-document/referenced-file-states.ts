import { relative } from "node:path";
import type { HandoffDocument } from "../../handoff-document/handoff-document";
import { listReferencedFiles } from "../../handoff-document/referenced-files";
import type { FileState } from "../../handoff-document/validate-handoff";
import { ContainedFolder } from "../contained-folder";

/**
 * Looks for the files that a handoff document mentions, inside the project only.
 *
 * @param root   project root.
 * @param signal ends the search; omits the remaining files.
 * @returns the files as written, with their states.
 * @throws file system errors if `root` is not a folder.
 */
export async function findReferencedFiles(
  root: string,
  document: HandoffDocument,
  signal?: AbortSignal,
): Promise<Map<string, FileState>> {
  const folder = await ContainedFolder.open(root);
  const states = new Map<string, FileState>();
  for (const path of listReferencedFiles(document)) {
    if (signal?.aborted) break;
    states.set(path, await findFile(folder, path));
  }
  return states;
}

async function findFile(folder: ContainedFolder, path: string): Promise<FileState> {
  if (path.startsWith("~")) return "outside";
  const name = path.startsWith(`${folder.path}/`) ? relative(folder.path, path) : path;
  // Reads no content: a file that is not empty is "too large".
  const { state } = await folder.read(name, 0);
  return state === "outside" || state === "missing" ? state : "present";
}
