import type { Database } from "@baton/db";
import {
  addSourceFile,
  beginGeneration,
  findErasedFiles,
  listKnownFiles,
  lockFileTracking,
  moveSourceFiles,
  type SourceFile,
  type SourceLoss,
  updateSourceFile,
} from "@baton/db/write";
import { recordLoss } from "@baton/services/source/record-loss";
import { decoderOf } from "../compression";
import { endsAsRead } from "./ends-as-read";
import { readFingerprintBefore, readFingerprints } from "./file-identity";
import { findCopiedRun } from "./find-copied-run";
import { inspectFile } from "./inspect-file";
import type { FileOnDisk } from "./list-files";
import { listLosses, restOf } from "./list-losses";
import type { ReadableFile } from "./open-file";
import { recognizeFile } from "./recognize-file";
import { isDecoded, isInPlace, type SourceFileMatch, settleMatches } from "./settle-matches";

/** A file on disk and the source that it was found in. */
export interface SourcedFile extends FileOnDisk {
  sourceId: number;
}

/** An existing file, by its row in the database. */
export interface TrackedFile {
  workspaceId: string;
  sourceId: number;
  sourceFileId: number;
  path: string;
  /** Uncompressed size in bytes at the last check. */
  size: number;
  /** Position of the last read by this process. */
  readOffset: number;
  /** Reason for not reading the file, if it is known without opening it; null if it is read. */
  notRead: NotRead | null;
}

export interface NotRead {
  format: string | null;
  reason: string;
}

export interface Tracking {
  files: TrackedFile[];
  /** Skipped files with their reasons. */
  skipped: { path: string; reason: string }[];
  /** True if some files changed during the comparison and must be tracked again. */
  isUnsettled: boolean;
}

interface Listing {
  workspaceId: string;
  /** All files of all sources of the workspace that could be listed. */
  files: readonly SourcedFile[];
  /**
   * Returns true if a path is in a source that could be listed. Only there does a missing file count as
   * deleted.
   */
  isListed(path: string): boolean;
  /** Returns true if a file is unchanged since this process tracked it and need not be opened. */
  isUnchanged(file: FileOnDisk): boolean;
  /** Returns true if this process saw the file in its last sweep. */
  wasThere(path: string): boolean;
  /** Lists the same sources again. */
  listAgain(): Promise<readonly FileOnDisk[]>;
}

/**
 * Paths have an index with at most 2,700 bytes per entry (PostgreSQL, btree): a longer path would prevent
 * tracking all files of the workspace.
 */
const MAX_PATH_BYTES = 2_048;

const UNSETTLED = "it was moved during the check; run it again";

const NOT_LOOKED_AT = {
  moved: UNSETTLED,
  unreadable: "this account may not read it",
  broken: "its compressed content is broken or incomplete",
};

/** Updates the files of a workspace in the database to match those on disk. */
export async function trackFiles(db: Database, listing: Listing): Promise<Tracking> {
  const { workspaceId, files, isListed, isUnchanged, wasThere, listAgain } = listing;
  return db.transaction(async (tx) => {
    await lockFileTracking(tx, workspaceId);
    const known = await listKnownFiles(tx, workspaceId);
    const isErased = await findErasedFiles(tx, workspaceId);
    const isLong = ({ path }: FileOnDisk) => Buffer.byteLength(path) > MAX_PATH_BYTES;
    const sourced = chooseNames(
      files.filter((file) => !isErased(file.path) && !isLong(file)),
      known,
    );
    const { matches, unsettled } = await settleMatches(tx, {
      files: [...sourced.keys()],
      known,
      isUnchanged,
      listAgain,
    });
    const reason = `its path is longer than ${MAX_PATH_BYTES} bytes`;
    const tracking: Tracking = {
      files: [],
      skipped: [
        ...files.filter(isLong).map(({ path }) => ({ path, reason })),
        ...[...unsettled].map((path) => ({ path, reason: UNSETTLED })),
      ],
      isUnsettled: unsettled.size > 0,
    };
    const losses: SourceLoss[] = [];
    const isAtRest = restOf(known, wasThere);
    // Deleted files free their paths before others use them.
    for (const match of matches) {
      if (match.kind !== "gone" || !isListed(match.known.path)) continue;
      const { path } = match.known;
      if (!isErased(path)) losses.push(...listLosses(match, isAtRest(match.known)));
      await updateSourceFile(tx, { workspaceId, sourceFileId: match.known.sourceFileId, state: "gone" });
    }
    await moveFiles(tx, workspaceId, matches);
    for (const match of matches) {
      if (match.kind === "copy") {
        tracking.skipped.push({ path: match.file.path, reason: `a copy of ${match.of.path}, which is read` });
      } else if (match.kind === "continued") {
        tracking.files.push(await continueFile(tx, match, isUnchanged(match.file)));
      } else if (match.kind !== "gone") {
        const run = match.kind === "new" ? await findCopiedRun(match.file, files) : null;
        if (run !== null) {
          tracking.skipped.push({ path: match.file.path, reason: `a copy of ${run}, which is read` });
          continue;
        }
        const isBegun = await beginFile(tx, workspaceId, match, sourced.get(match.file) ?? 0, tracking);
        if (!isBegun || match.kind !== "rewritten") continue;
        const look = await inspectFile(match.file, (handle) => endsAsRead(tx, handle, match.known));
        losses.push(...listLosses(match, typeof look === "object" && look.found));
      }
    }
    // Last, because readers of truncated files wait for the audit log while they lock their file.
    for (const loss of losses) await recordLoss(tx, loss);
    return tracking;
  });
}

type Match<Kind> = Extract<SourceFileMatch, { kind: Kind }>;

/**
 * Detects the format of an unread file again: its first line may be complete now, or Baton may support more
 * formats.
 */
async function continueFile(
  db: Database,
  { known, file }: Match<"continued">,
  isUnchanged: boolean,
): Promise<TrackedFile> {
  const { workspaceId, sourceId, sourceFileId, readOffset, state, format, lastError } = known;
  const { path } = file;
  const size = decoderOf(path) ? await sizeOfCompressed(db, known, file) : file.size;
  const tracked = { workspaceId, sourceId, sourceFileId, path, size, readOffset };
  if (state !== "not_read") return { ...tracked, notRead: null };
  const look = isUnchanged ? null : await inspectFile(file, (handle) => check(handle, path));
  if (look === null || typeof look === "string" || look.found.state === "not_read") {
    return { ...tracked, notRead: { format, reason: lastError ?? "" } };
  }
  await updateSourceFile(db, { workspaceId, sourceFileId, ...look.found });
  return { ...tracked, notRead: null };
}

/** Returns the uncompressed size of a file, or the bytes read if it is incomplete. */
async function sizeOfCompressed(db: Database, known: SourceFile, file: FileOnDisk): Promise<number> {
  const { workspaceId, sourceFileId, readOffset, fileSize } = known;
  if (isDecoded(file, known)) return fileSize;
  const look = await inspectFile(file, async (handle) => (await handle.stat()).size);
  if (typeof look === "string") return readOffset;
  // It was read to its end before it was compressed; otherwise reading it will record this.
  if (look.found === readOffset && look.found === fileSize) {
    await updateSourceFile(db, { workspaceId, sourceFileId, compressedSize: file.size });
  }
  return look.found;
}

/**
 * Registers a new file.
 * @returns false if it could not be opened.
 */
async function beginFile(
  db: Database,
  workspaceId: string,
  match: Match<"new" | "rewritten">,
  sourceId: number,
  tracking: Tracking,
): Promise<boolean> {
  const { path, device, inode } = match.file;
  const look = await inspectFile(match.file, async (handle) => {
    const { compressedSize } = handle;
    const fileSize = compressedSize === null ? match.file.size : (await handle.stat()).size;
    const endFingerprint = await readFingerprintBefore(handle, fileSize);
    const { fingerprint, fingerprintLength } = await readFingerprints(handle, 0);
    const decision = await check(handle, path);
    return { compressedSize, fileSize, endFingerprint, fingerprint, fingerprintLength, decision };
  });
  if (typeof look === "string") {
    tracking.skipped.push({ path, reason: NOT_LOOKED_AT[look] });
    tracking.isUnsettled ||= look === "moved";
    return false;
  }
  const { decision, ...content } = look.found;
  const { format, state, lastError } = decision;
  const row = {
    workspaceId,
    device,
    inode,
    ...content,
    ...decision,
  };
  const sourceFileId =
    match.kind === "rewritten"
      ? match.known.sourceFileId
      : (await addSourceFile(db, { ...row, sourceId, path })).sourceFileId;
  if (match.kind === "rewritten") await beginGeneration(db, { ...row, sourceFileId });
  const notRead = state === "not_read" ? { format, reason: lastError ?? "" } : null;
  tracking.files.push({
    workspaceId,
    sourceId,
    sourceFileId,
    path,
    size: content.fileSize,
    readOffset: 0,
    notRead,
  });
  return true;
}

/** Returns the columns that describe a file. */
async function check(
  handle: ReadableFile,
  path: string,
): Promise<Pick<SourceFile, "format" | "state" | "lastError">> {
  const verdict = await recognizeFile(handle, path);
  if (verdict && "notRead" in verdict) {
    return { format: verdict.tool ?? null, state: "not_read", lastError: verdict.notRead };
  }
  return { format: verdict?.format.name ?? null, state: "reading", lastError: null };
}

async function moveFiles(
  db: Database,
  workspaceId: string,
  matches: readonly SourceFileMatch[],
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

/** Returns each file with several names (hard links, or overlapping sources) once, under its known name. */
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
