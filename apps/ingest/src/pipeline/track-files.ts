import { type FileHandle, open } from "node:fs/promises";
import type { Database } from "@baton/db";
import {
  addSourceFile,
  beginGeneration,
  listKnownFiles,
  lockFileTracking,
  moveSourceFiles,
  type SourceFile,
  updateSourceFile,
} from "@baton/db/write";
import { beginsAlike, isContinued, takeFingerprints } from "./file-identity";
import type { FileOnDisk } from "./list-files";
import { type FileMatch, matchFiles } from "./match-files";

/** A file on disk and the source that it was found in. */
export interface SourcedFile extends FileOnDisk {
  sourceId: number;
}

/** A file that is there, by its place in the database. */
export interface TrackedFile {
  workspaceId: string;
  sourceFileId: number;
  path: string;
  size: number;
  /** Not read, by its format; the pipeline need not open it. */
  isNotRead: boolean;
  readOffset: number;
}

export interface Tracking {
  files: TrackedFile[];
  /** Files that were left alone, with the reason in words. */
  skipped: { path: string; reason: string }[];
}

/**
 * Brings the files of a workspace, as the database knows them, in line with those on disk.
 *
 * @param files all files of all sources of the workspace that could be listed.
 * @param isListed whether a path lies in a source that could be listed: only there is a missing file gone.
 */
export async function trackFiles(
  db: Database,
  {
    workspaceId,
    files,
    isListed,
  }: { workspaceId: string; files: readonly SourcedFile[]; isListed(path: string): boolean },
): Promise<Tracking> {
  return db.transaction(async (tx) => {
    await lockFileTracking(tx, workspaceId);
    const known = await listKnownFiles(tx, workspaceId);
    const sourced = chooseNames(files, known);
    const matches = await matchFiles([...sourced.keys()], known, {
      isContinued: (file, each) => ifReadable(file, (handle) => isContinued(handle, each)),
      beginsAlike: (file, each) => ifReadable(file, (handle) => beginsAlike(handle, each)),
    });
    const tracking: Tracking = { files: [], skipped: [] };
    await moveFiles(tx, workspaceId, matches);
    for (const match of matches) {
      if (match.kind === "gone") {
        const { sourceFileId, path } = match.known;
        if (isListed(path)) await updateSourceFile(tx, { workspaceId, sourceFileId, state: "gone" });
      } else if (match.kind === "copy") {
        tracking.skipped.push({ path: match.file.path, reason: `a copy of ${match.of.path}, which is read` });
      } else {
        await trackFile(tx, workspaceId, match, sourced.get(match.file) ?? 0, tracking);
      }
    }
    return tracking;
  });
}

async function trackFile(
  db: Database,
  workspaceId: string,
  match: Exclude<FileMatch<SourceFile>, { kind: "gone" | "copy" }>,
  sourceId: number,
  tracking: Tracking,
): Promise<void> {
  const { path, size, device, inode } = match.file;
  if (match.kind === "continued") {
    const { sourceFileId, state, readOffset } = match.known;
    tracking.files.push({
      workspaceId,
      sourceFileId,
      path,
      size,
      readOffset,
      isNotRead: state === "not_read",
    });
    return;
  }
  const fingerprints = await ifReadable(match.file, (handle) => takeFingerprints(handle, 0));
  if (!fingerprints) {
    tracking.skipped.push({ path, reason: "it may not be read by this account" });
    return;
  }
  const { fingerprint, fingerprintLength } = fingerprints;
  const row = { workspaceId, device, inode, fingerprint, fingerprintLength, fileSize: size };
  const sourceFileId =
    match.kind === "rewritten"
      ? match.known.sourceFileId
      : (await addSourceFile(db, { ...row, sourceId, path })).sourceFileId;
  if (match.kind === "rewritten") await beginGeneration(db, { ...row, sourceFileId });
  tracking.files.push({ workspaceId, sourceFileId, path, size, readOffset: 0, isNotRead: false });
}

async function moveFiles(
  db: Database,
  workspaceId: string,
  matches: readonly FileMatch<SourceFile>[],
): Promise<void> {
  const moves = matches.flatMap((match) => {
    if (match.kind !== "continued") return [];
    const { known, file } = match;
    const isAsBefore =
      known.path === file.path &&
      known.device === file.device &&
      known.inode === file.inode &&
      known.state !== "gone";
    if (isAsBefore) return [];
    const { path, device, inode } = file;
    return [{ workspaceId, sourceFileId: known.sourceFileId, path, device, inode }];
  });
  await moveSourceFiles(db, moves);
}

/** A file with several names (hard links, or sources that overlap) is one file, under the name it is known by. */
function chooseNames(files: readonly SourcedFile[], known: readonly SourceFile[]): Map<FileOnDisk, number> {
  const knownPaths = new Set(known.flatMap(({ path, state }) => (state === "gone" ? [] : [path])));
  const chosen = new Map<string, SourcedFile>();
  for (const file of files) {
    const key = `${file.device}:${file.inode}`;
    const other = chosen.get(key);
    if (!other || (knownPaths.has(file.path) && !knownPaths.has(other.path))) chosen.set(key, file);
  }
  return new Map([...chosen.values()].map((file) => [file, file.sourceId]));
}

/** False where the file has gone since it was listed, or may not be read. */
async function ifReadable<T>(file: FileOnDisk, look: (handle: FileHandle) => Promise<T>): Promise<T | false> {
  const handle = await open(file.path, "r").catch(() => null);
  if (!handle) return false;
  try {
    return await look(handle);
  } finally {
    await handle.close();
  }
}
