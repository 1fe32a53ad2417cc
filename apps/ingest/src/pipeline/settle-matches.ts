import { groupBy } from "@baton/core/internal";
import type { Database } from "@baton/db";
import { lockSourceFileRow, type SourceFile } from "@baton/db/write";
import { beginsAlike, isContinued } from "./file-identity";
import { inspectFile } from "./inspect-file";
import type { FileOnDisk } from "./list-files";
import { type FileMatch, groupCopies, inodeKey, matchFiles } from "./match-files";
import type { ReadableFile } from "./open-file";

export type SourceFileMatch = FileMatch<SourceFile>;

/** Data to compare, for one workspace. */
interface Compared {
  /** Each device and inode once. */
  files: readonly FileOnDisk[];
  known: readonly SourceFile[];
  /** Returns true if a file is unchanged since its last comparison and need not be opened. */
  isUnchanged(file: FileOnDisk): boolean;
  /** Lists the files again. */
  listAgain(): Promise<readonly FileOnDisk[]>;
}

interface Settled {
  matches: SourceFileMatch[];
  /**
   * Paths that changed during the comparison. They and their possible copies have no match and are checked
   * again.
   */
  unsettled: ReadonlySet<string>;
}

/**
 * Matches files with known ones and only accepts stable results. A listing takes time: a file that is renamed
 * meanwhile can be in it twice or not at all, and other processes may have stored a newer position. So
 *
 * - a file that changed before it was opened waits for the next sweep;
 * - the known row of a file that moved or ended is locked, and compared again if it was read meanwhile;
 * - a file only counts as deleted or replaced if a second listing does not show it elsewhere.
 *
 * @param db a transaction that locks the tracking of the workspace.
 */
export async function settleMatches(
  db: Database,
  { files, known, isUnchanged, listAgain }: Compared,
): Promise<Settled> {
  const current = new Map(known.map((each) => [each.sourceFileId, each]));
  const held = new Set<number>();
  const unsettled = new Set<string>();
  const seen = new Set(files.map(inodeKey));
  const isSo = async (file: FileOnDisk, check: (handle: ReadableFile) => Promise<boolean>) => {
    const look = await inspectFile(file, check);
    if (look === "moved") unsettled.add(file.path);
    return typeof look === "object" && look.found;
  };
  for (;;) {
    const matches = await matchFiles(files, [...current.values()], {
      isContinued: async (file, each) =>
        (isUnchanged(file) && isInPlace(file, each)) ||
        isSo(file, (handle) => (isDecoded(file, each) ? beginsAlike : isContinued)(handle, each)),
      beginsAlike: (file, each) => isSo(file, (handle) => beginsAlike(handle, each)),
    });
    let isCurrent = true;
    for (const each of matches.flatMap(listUprooted)) {
      const { sourceFileId } = each;
      if (held.has(sourceFileId)) continue;
      held.add(sourceFileId);
      const now = await lockSourceFileRow(db, each);
      if (now) current.set(sourceFileId, now);
      else current.delete(sourceFileId);
      isCurrent &&= now !== null && isReadAsFar(now, each);
    }
    // Each row is locked once and does not change after that, so this loop ends.
    if (!isCurrent) continue;
    const missing = matches.flatMap(listEnded).filter((each) => !seen.has(inodeKey(each)));
    const shownAgain = new Set(missing.length > 0 ? (await listAgain()).map(inodeKey) : []);
    for (const each of missing) if (shownAgain.has(inodeKey(each))) unsettled.add(each.path);
    return { matches: leaveOut(unsettled, matches, [...files, ...current.values()]), unsettled };
  }
}

export function isInPlace(file: FileOnDisk, known: SourceFile): boolean {
  return known.path === file.path && inodeKey(known) === inodeKey(file);
}

/**
 * Returns true if this version of a compressed file was decoded before. Decoding is slow and is not repeated.
 */
export function isDecoded(file: FileOnDisk, known: SourceFile): boolean {
  return inodeKey(known) === inodeKey(file) && known.compressedSize === file.size;
}

function isReadAsFar(now: SourceFile, before: SourceFile): boolean {
  return (
    now.readOffset === before.readOffset &&
    now.fingerprint === before.fingerprint &&
    now.state === before.state
  );
}

function listEnded(match: SourceFileMatch): SourceFile[] {
  return match.kind === "gone" || match.kind === "rewritten" ? [match.known] : [];
}

/** Returns the known files that a match moves, replaces or ends. */
function listUprooted(match: SourceFileMatch): SourceFile[] {
  if (match.kind === "continued") return isInPlace(match.file, match.known) ? [] : [match.known];
  return listEnded(match);
}

/** Returns the matches that do not involve these paths or possible rotated copies of them. */
function leaveOut(
  unsettled: ReadonlySet<string>,
  matches: readonly SourceFileMatch[],
  standing: readonly (FileOnDisk | SourceFile)[],
): SourceFileMatch[] {
  if (unsettled.size === 0) return [...matches];
  const living = standing.filter((each) => !("state" in each && each.state === "gone"));
  const byPath = groupBy(living, (each) => each.path);
  const byInode = groupBy(living, inodeKey);
  const copies = groupCopies(living, new Set([...unsettled, ...byPath.keys()]));
  const paths = new Set<string>();
  const inodes = new Set<string>();
  const pending = [...unsettled];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (paths.has(path)) continue;
    paths.add(path);
    for (const copy of copies.get(path) ?? []) pending.push(copy.path);
    for (const inode of (byPath.get(path) ?? []).map(inodeKey)) {
      if (inodes.has(inode)) continue;
      inodes.add(inode);
      for (const same of byInode.get(inode) ?? []) pending.push(same.path);
    }
  }
  const isConcerned = (each: FileOnDisk | SourceFile) => paths.has(each.path) || inodes.has(inodeKey(each));
  return matches.filter((match) => {
    const concerned = [...("file" in match ? [match.file] : []), ...("known" in match ? [match.known] : [])];
    return !concerned.some(isConcerned);
  });
}
