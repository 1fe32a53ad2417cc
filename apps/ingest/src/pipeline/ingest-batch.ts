import {
  claimSourceFile,
  isConflict,
  type SourceFile,
  storesSourceContent,
  updateSourceFile,
} from "@baton/db/write";
import { formatNamed } from "../sources/index";
import { isContinued } from "./file-identity";
import { type BatchOutcome, type IngestContext, MAX_ATTEMPTS, type Unpartitioned } from "./ingest-context";
import { ingestDocument } from "./ingest-document";
import { ingestLines } from "./ingest-lines";
import { ingestRecordDocument } from "./ingest-record-document";
import { addPartitions, clearPartitions } from "./month-partitions";
import { type OpenFile, UnreadableFileError } from "./open-file";
import { openToRead } from "./open-to-read";
import { isUtf16, UTF_16 } from "./read-encoding";
import { recognizeFile } from "./recognize-file";

/**
 * Stores the next batch of a file: its rows and the new cursor, in one transaction.
 * An advisory lock of that transaction protects the file, and the cursor is read under it. So any number of
 * processes can share a file batch by batch, and a dead process leaves no lock.
 */
export async function ingestBatch(
  context: IngestContext,
  key: { workspaceId: string; sourceFileId: number },
): Promise<BatchOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await context.db
      .transaction((tx) => tryBatch({ ...context, db: tx }, key))
      .catch((error: unknown) => {
        if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
        clearPartitions(context);
        return null;
      });
    if (outcome === null) continue;
    if (outcome.status !== "unpartitioned") return outcome;
    // Add partitions outside the transaction, whose locks would block others, and after it, because no second
    // connection is free.
    await addPartitions(context, outcome.months);
  }
}

async function tryBatch(
  context: IngestContext,
  key: { workspaceId: string; sourceFileId: number },
): Promise<BatchOutcome | Unpartitioned> {
  const file = await claimSourceFile(context.db, key);
  if (file === "busy") return { status: "busy" };
  if (!file) return { status: "changed" };
  const handle = await openIfThere(file.path);
  if (!handle) return { status: "changed" };
  try {
    if (!(await isAsTracked(handle, file))) return { status: "changed" };
    const storesContent = context.storesContent && (await storesSourceContent(context.db, file));
    return await ingestClaimed({ ...context, storesContent }, file, handle);
  } catch (error) {
    throw isReadError(error) ? new UnreadableFileError(error.message, { cause: error }) : error;
  } finally {
    await handle.close();
  }
}

/** Errors of reading an open file. Connections fail with other codes. */
const READ_ERRORS = new Set(["EIO", "EISDIR", "ESTALE", "EACCES", "EPERM", "ENXIO", "EOVERFLOW"]);

function isReadError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && READ_ERRORS.has(String(error.code));
}

async function ingestClaimed(
  context: IngestContext,
  file: SourceFile,
  handle: OpenFile,
): Promise<BatchOutcome | Unpartitioned> {
  const { workspaceId, sourceFileId } = file;
  const format = file.format === null ? null : formatNamed(file.format);
  if (file.state === "not_read") {
    return { status: "not_read", format: file.format, reason: file.lastError ?? "" };
  }
  // A file whose format was detected by its path may have been empty then.
  if (file.readOffset === 0 && (await isUtf16(handle))) return leaveUnread(context, file, UTF_16);
  if (format?.kind === "lines") return ingestLines(context, file, handle, format);
  if (format?.kind === "record-document") return ingestRecordDocument(context, file, handle, format);
  if (format?.kind === "document" || format?.kind === "succession")
    return ingestDocument(context, file, handle, format);
  const verdict = await recognizeFile(handle, file.path);
  if (verdict === null) return { status: "undecided" };
  if ("notRead" in verdict) return leaveUnread(context, file, verdict.notRead);
  await updateSourceFile(context.db, { workspaceId, sourceFileId, format: verdict.format.name });
  return ingestClaimed(context, { ...file, format: verdict.format.name }, handle);
}

async function leaveUnread(
  { db }: IngestContext,
  { workspaceId, sourceFileId }: SourceFile,
  reason: string,
): Promise<BatchOutcome> {
  const checked = { format: null, state: "not_read" as const, lastError: reason };
  await updateSourceFile(db, { workspaceId, sourceFileId, ...checked });
  return { status: "not_read", format: null, reason };
}

/** Returns true if an open file belongs to the cursor. */
export async function isAsTracked(handle: OpenFile, file: SourceFile): Promise<boolean> {
  return handle.device === file.device && handle.inode === file.inode && isContinued(handle, file);
}

/**
 * Opens a file if it exists.
 * @throws UnreadableFileError.
 */
export async function openIfThere(path: string): Promise<OpenFile | null> {
  try {
    return await openToRead(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new UnreadableFileError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
