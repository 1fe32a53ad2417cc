import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ContainedFolder } from "./contained-folder";
import { LATEST, MANIFEST_FILE, readManifestDocument } from "./manifest-document";

/** Runs of an agent to compare with a copied `latest`. */
const MAX_RUNS = 1_000;

/**
 * Opens the folder of a run. A backup that follows links makes a folder of the link `latest` to the newest
 * run; `cp -aL` gives its files second names there instead of copying them, and these are read too.
 *
 * @throws as `ContainedFolder.open` does.
 */
export async function openRun(directory: string): Promise<ContainedFolder> {
  return ContainedFolder.open(directory, undefined, await findTwin(await realpath(directory)));
}

/**
 * Returns true if a folder is a copy of a run next to it, under the name of the link to the newest run.
 *
 * @param run absolute path without symlinks.
 */
export async function isCopiedLink(folder: ContainedFolder, run: string): Promise<boolean> {
  if (basename(folder.path) !== LATEST || dirname(folder.path) !== dirname(run)) return false;
  const [own, other] = [await readManifestDocument(folder), await readManifestOf(run)];
  return own.state === "read" && other?.state === "read" && isDeepStrictEqual(own.document, other.document);
}

async function readManifestOf(run: string) {
  const folder = await openRun(run).catch(() => null);
  return folder && (await readManifestDocument(folder).finally(() => folder.close()));
}

/** Finds the sibling folder of a run, under the other of the two names, that has the same `manifest.json`. */
async function findTwin(directory: string): Promise<string | null> {
  const parent = dirname(directory);
  const own = await statManifest(directory);
  if (own === null || own.nlink !== 2) return null;
  const names = basename(directory) === LATEST ? await readdir(parent).catch(() => []) : [LATEST];
  for (const name of names.slice(0, MAX_RUNS)) {
    const other = join(parent, name);
    const stats = other === directory ? null : await statManifest(other);
    if (stats && stats.ino === own.ino && stats.dev === own.dev) return other;
  }
  return null;
}

const statManifest = (directory: string) => lstat(join(directory, MANIFEST_FILE)).catch(() => null);
