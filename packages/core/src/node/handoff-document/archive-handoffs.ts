import { link, mkdir, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { completedHandoffs } from "../../handoff-document/completed-handoffs";
import type { Progress } from "../../handoff-document/progress";
import { readProgressFile } from "./progress-file";

const PROGRESS_FILE = /^phase-.+-progress\.json$/;

/**
 * Moves the handoff documents of completed phases from `handoffs/` to `handoffs/archive/`: those of phases
 * whose progress file reports every objective as done. Does not replace an archived document of the same
 * name.
 *
 * @param taskFolder the folder that contains `handoffs/` and `progress/`.
 * @returns the names of the moved documents, sorted.
 * @throws file system errors, except for a missing folder.
 */
export async function archiveCompletedHandoffs(taskFolder: string): Promise<string[]> {
  const progress = await readAllProgress(join(taskFolder, "progress"));
  const handoffs = join(taskFolder, "handoffs");
  const archive = join(handoffs, "archive");
  const moved: string[] = [];
  for (const name of completedHandoffs(await listFolder(handoffs), progress)) {
    await mkdir(archive, { recursive: true });
    if (await moveWithoutReplacing(join(handoffs, name), join(archive, name))) moved.push(name);
  }
  return moved;
}

async function readAllProgress(folder: string): Promise<Progress[]> {
  const all: Progress[] = [];
  for (const name of await listFolder(folder)) {
    if (!PROGRESS_FILE.test(name)) continue;
    const read = await readProgressFile(join(folder, name));
    if (read.ok) all.push(read.progress);
  }
  return all;
}

/** `rename` would replace a file; creating a second name fails if one exists. */
async function moveWithoutReplacing(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
  await unlink(from);
  return true;
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
