import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Subfolders in which an agent sorts its files for the next agent. */
const SORTED = /\/(?:handoffs(?:\/archive)?|progress|phases)$/;

/**
 * Returns the task folder of a file: the parent of `handoffs/`, `progress/` or `phases/`, else the file's own
 * folder.
 */
export function taskFolderOf(path: string): string {
  return dirname(path).replace(SORTED, "") || "/";
}

/**
 * Finds the folder that paths in an agent's files are relative to: the nearest git repository above,
 * otherwise the parent of the nearest `specs/`, otherwise the folder of the task.
 */
export async function findProject(path: string): Promise<{ root: string; isRepository: boolean }> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const isRepository = await lstat(join(folder, ".git")).then(
      () => true,
      () => false,
    );
    if (isRepository) return { root: folder, isRepository };
    if (folder === dirname(folder)) break;
  }
  const taskFolder = taskFolderOf(path);
  const specs = taskFolder.lastIndexOf("/specs/");
  return { root: specs > 0 ? taskFolder.slice(0, specs) : taskFolder, isRepository: false };
}
