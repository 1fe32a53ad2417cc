import { mkdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { replaceFile } from "@baton/core/node";
import { CommandError } from "../command-error";
import { writing } from "../writing";
import { type FileSet, type PlannedFile, planFiles } from "./plan-files";

export interface InitOptions {
  dryRun: boolean;
  files: FileSet;
  /** Returns whether a file may be overwritten; null if Baton cannot ask a user. */
  mayReplace: ((path: string) => boolean | Promise<boolean>) | null;
}

/** Outcome for a file: `kept` means that the user did not allow overwriting it. */
export interface InitializedFile {
  path: string;
  state: "new" | "same" | "added" | "removed" | "deleted" | "replaces" | "kept" | "refused";
}

/**
 * Writes Baton's files into a repository: all permitted ones, each whole. Asks
 * the user before writing the first one.
 *
 * @throws CommandError if a file cannot be handled, or if one would be overwritten and Baton
 * cannot ask a user: then nothing is written.
 */
export async function initFolder(root: string, options: InitOptions): Promise<InitializedFile[]> {
  const folder = await stat(root).catch(() => null);
  if (!folder?.isDirectory())
    throw new CommandError(`${root} is not a folder. Pass the folder of the repository.`);
  const files = await planFiles(root, options.files);
  if (options.dryRun) return files.map(({ path, state }) => ({ path, state }));
  checkObstacles(files, options);
  const decided: { file: PlannedFile; isKept: boolean }[] = [];
  for (const file of files) {
    const isKept = file.state === "replaces" && !(await options.mayReplace?.(file.path));
    decided.push({ file, isKept });
  }
  for (const { file, isKept } of decided) if (!isKept) await write(root, file);
  return decided.map(({ file, isKept }) => ({ path: file.path, state: isKept ? "kept" : file.state }));
}

function checkObstacles(files: readonly PlannedFile[], { mayReplace }: InitOptions): void {
  const refused = files.flatMap((file) =>
    file.state === "refused" ? [`${file.path} cannot be changed: ${file.reason}`] : [],
  );
  if (refused.length > 0) throw new CommandError(`Nothing was written. ${refused.join(". ")}.`);
  const replaced = files.filter(({ state }) => state === "replaces").map(({ path }) => path);
  if (replaced.length > 0 && mayReplace === null) {
    throw new CommandError(
      `Nothing was written, because it would overwrite ${replaced.join(", ")} . Use --force (or --yes) to allow this, or --dry-run to list all changes.`,
    );
  }
}

async function write(root: string, file: PlannedFile): Promise<void> {
  if (file.state === "same" || file.state === "refused") return;
  const path = join(root, file.path);
  if (file.state === "deleted") return remove(root, path);
  await writing(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, file.text);
  });
}

/** Deletes a file, and the folders below the root that are empty then. */
async function remove(root: string, path: string): Promise<void> {
  await writing(path, () => rm(path));
  for (let folder = dirname(resolve(path)); folder !== resolve(root); folder = dirname(folder)) {
    const isEmpty = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return;
  }
}
