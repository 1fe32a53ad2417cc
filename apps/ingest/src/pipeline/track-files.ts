import type { FileHandle } from "node:fs/promises";
import type { Database } from "@baton/db";
import {
  addSourceFile,
  beginGeneration,
  findErasedFiles,
  holdSourceFile,
  listKnownFiles,
  lockFileTracking,
  moveSourceFiles,
  recordLoss,
  type SourceFile,
  type SourceLoss,
  updateSourceFile,
} from "@baton/db/write";
import { formatNamed } from "../sources/index";
import { beginsAlike, isContinued, takeFingerprintBefore, takeFingerprints } from "./file-identity";
import { judgeFile } from "./judge-file";
import type { FileOnDisk } from "./list-files";
import { type FileMatch, matchFiles } from "./match-files";
import { openToRead } from "./open-to-read";

/** A file on disk and the source that it was found in. */
export interface SourcedFile extends FileOnDisk {
  sourceId: number;
}

/** A file that is there, by its place in the database. */
export interface TrackedFile {
  workspaceId: string;
  sourceId: number;
  sourceFileId: number;
  path: string;
  /** In bytes, when it was last looked at. */
  size: number;
  /** How far it was read, as far as this process knows. */
  readOffset: number;
  /** Why it is not read, and what it is where that is known; the pipeline need not open it. Null: it is read. */
  notRead: NotRead | null;
}

export interface NotRead {
  format: string | null;
  reason: string;
}

export interface Tracking {
  files: TrackedFile[];
  /** Files that were left alone, with the reason in words. */
  skipped: { path: string; reason: string }[];
}

export interface Listing {
  workspaceId: string;
  /** All files of all sources of the workspace that could be listed. */
  files: readonly SourcedFile[];
  /** Whether a path lies in a source that could be listed: only there is a missing file gone. */
  isListed(path: string): boolean;
  /** Whether a file is as it was when this process last had its files tracked, and need not be opened. */
  isUnchanged(file: FileOnDisk): boolean;
}

/**
 * Paths are found by an index, of which an entry holds 2,700 bytes (PostgreSQL, btree): one that is longer would keep all files of the
 * workspace from being looked at.
 */
const MAX_PATH_BYTES = 2_048;

/** Brings the files of a workspace, as the database knows them, in line with those on disk. */
export async function trackFiles(db: Database, listing: Listing): Promise<Tracking> {
  const { workspaceId, files, isListed, isUnchanged } = listing;
  return db.transaction(async (tx) => {
    await lockFileTracking(tx, workspaceId);
    const known = await listKnownFiles(tx, workspaceId);
    const isErased = await findErasedFiles(tx, workspaceId);
    const isLong = ({ path }: FileOnDisk) => Buffer.byteLength(path) > MAX_PATH_BYTES;
    const sourced = chooseNames(
      files.filter((file) => !isErased(file.path) && !isLong(file)),
      known,
    );
    const matches = await matchFiles([...sourced.keys()], known, {
      isContinued: async (file, each) =>
        (isUnchanged(file) && isInPlace(file, each)) ||
        (await ifReadable(file, (handle) => isContinued(handle, each))) === true,
      beginsAlike: async (file, each) =>
        (await ifReadable(file, (handle) => beginsAlike(handle, each))) === true,
    });
    const reason = `its path is longer than ${MAX_PATH_BYTES} bytes`;
    const tracking: Tracking = {
      files: [],
      skipped: files.filter(isLong).map(({ path }) => ({ path, reason })),
    };
    const losses: SourceLoss[] = [];
    // Those that are gone make room before others take their paths.
    for (const match of matches) {
      if (match.kind !== "gone" || !isListed(match.known.path)) continue;
      if (!isErased(match.known.path)) losses.push(...(await findLoss(tx, match)));
      await updateSourceFile(tx, { workspaceId, sourceFileId: match.known.sourceFileId, state: "gone" });
    }
    await moveFiles(tx, workspaceId, matches);
    for (const match of matches) {
      if (match.kind === "copy") {
        tracking.skipped.push({ path: match.file.path, reason: `a copy of ${match.of.path}, which is read` });
      } else if (match.kind === "continued") {
        tracking.files.push(await continueFile(tx, match, isUnchanged(match.file)));
      } else if (match.kind !== "gone") {
        if (match.kind === "rewritten") losses.push(...(await findLoss(tx, match)));
        await beginFile(tx, workspaceId, match, sourced.get(match.file) ?? 0, tracking);
      }
    }
    for (const loss of losses) await recordLoss(tx, loss);
    return tracking;
  });
}

type Match<Kind> = Extract<FileMatch<SourceFile>, { kind: Kind }>;

/** What of a file was not read and is in no other: of one that is read line by line, since a document has no rest. */
async function findLoss(db: Database, { kind, known }: Match<"gone" | "rewritten">): Promise<SourceLoss[]> {
  const file = await holdSourceFile(db, known);
  if (file?.state !== "reading") return [];
  if (file.format !== null && formatNamed(file.format)?.kind !== "lines") return [];
  const lostBytes = file.fileSize - file.readOffset;
  return lostBytes > 0 ? [{ file, cause: kind, lostBytes }] : [];
}

/** A file that was not read is judged again: its first line may be there by now, or Baton reads more than it did. */
async function continueFile(
  db: Database,
  { known, file }: Match<"continued">,
  isUnchanged: boolean,
): Promise<TrackedFile> {
  const { workspaceId, sourceId, sourceFileId, readOffset, state, format, lastError } = known;
  const { path, size } = file;
  const tracked = { workspaceId, sourceId, sourceFileId, path, size, readOffset };
  if (state !== "not_read") return { ...tracked, notRead: null };
  const judgement = isUnchanged ? null : await ifReadable(file, (handle) => judge(handle, path));
  if (!judgement || judgement.state === "not_read") {
    return { ...tracked, notRead: { format, reason: lastError ?? "" } };
  }
  await updateSourceFile(db, { workspaceId, sourceFileId, ...judgement });
  return { ...tracked, notRead: null };
}

async function beginFile(
  db: Database,
  workspaceId: string,
  match: Match<"new" | "rewritten">,
  sourceId: number,
  tracking: Tracking,
): Promise<void> {
  const { path, size, device, inode } = match.file;
  const look = await ifReadable(match.file, async (handle) => ({
    fingerprints: await takeFingerprints(handle, 0),
    endFingerprint: await takeFingerprintBefore(handle, size),
    judgement: await judge(handle, path),
  }));
  if (!look) {
    tracking.skipped.push({ path, reason: "it may not be read by this account" });
    return;
  }
  const { fingerprint, fingerprintLength } = look.fingerprints;
  const { format, state, lastError } = look.judgement;
  const row = {
    workspaceId,
    device,
    inode,
    fingerprint,
    fingerprintLength,
    fileSize: size,
    endFingerprint: look.endFingerprint,
    ...look.judgement,
  };
  const sourceFileId =
    match.kind === "rewritten"
      ? match.known.sourceFileId
      : (await addSourceFile(db, { ...row, sourceId, path })).sourceFileId;
  if (match.kind === "rewritten") await beginGeneration(db, { ...row, sourceFileId });
  const notRead = state === "not_read" ? { format, reason: lastError ?? "" } : null;
  tracking.files.push({ workspaceId, sourceId, sourceFileId, path, size, readOffset: 0, notRead });
}

/** The columns that say what a file is. */
async function judge(
  handle: FileHandle,
  path: string,
): Promise<Pick<SourceFile, "format" | "state" | "lastError">> {
  const verdict = await judgeFile(handle, path);
  if (verdict && "notRead" in verdict) {
    return { format: null, state: "not_read", lastError: verdict.notRead };
  }
  return { format: verdict?.format.name ?? null, state: "reading", lastError: null };
}

async function moveFiles(
  db: Database,
  workspaceId: string,
  matches: readonly FileMatch<SourceFile>[],
): Promise<void> {
  const moves = matches.flatMap((match) => {
    if (match.kind !== "continued") return [];
    const { known, file } = match;
    const isAsBefore = isInPlace(file, known) && known.state !== "gone";
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

function isInPlace(file: FileOnDisk, known: SourceFile): boolean {
  return known.path === file.path && known.device === file.device && known.inode === file.inode;
}

/** Undefined where the file has gone since it was listed, or may not be read. */
async function ifReadable<T>(
  file: FileOnDisk,
  look: (handle: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const handle = await openToRead(file.path).catch(() => undefined);
  if (!handle) return undefined;
  try {
    return await look(handle);
  } finally {
    await handle.close();
  }
}
