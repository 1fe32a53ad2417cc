import { advanceCursor, isContentFault, type SourceFile, updateSourceFile } from "@baton/db/write";
import { recordLoss } from "@baton/services/source/record-loss";
import type { LineFormat } from "../sources/source-format";
import { storeCapturedContent } from "./captured-content";
import { isContinued, isCutShort, readFingerprintBefore, readFingerprints } from "./file-identity";
import {
  addCounts,
  type BatchCounts,
  type BatchOutcome,
  type IngestContext,
  NO_COUNTS,
  type Unpartitioned,
} from "./ingest-context";
import { findNewMonths } from "./month-partitions";
import type { OpenFile } from "./open-file";
import { type PreparedBatch, prepareLines } from "./prepare-lines";
import { readLines } from "./read-lines";
import { storeBatch } from "./store-batch";

/** Consecutive prepared lines, and the state of their file after they are stored. */
interface Part {
  lineCount: number;
  batch: PreparedBatch;
  after: SourceFile;
  /** True if no further complete line follows yet. */
  isAtEnd: boolean;
}

/** Parts per batch: the next one is prepared while the database stores the current one. */
const MAX_PARTS = 4;

/** Reads the next lines of a claimed file. */
export async function ingestLines(
  context: IngestContext,
  file: SourceFile,
  handle: OpenFile,
  format: LineFormat,
): Promise<BatchOutcome | Unpartitioned> {
  const first = await preparePart(context, file, handle, format);
  if (first === "changed") return { status: "changed" };
  const months = findNewMonths(context, first.batch.events);
  if (months.size > 0) return { status: "unpartitioned", months };
  let part: Part = first;
  const counts = { ...NO_COUNTS };
  const sessionIds = new Set<string>();
  for (let index = 1; ; index++) {
    const ahead =
      part.isAtEnd || index === MAX_PARTS ? null : preparePart(context, part.after, handle, format);
    // It is awaited below; ignore a failure until then.
    ahead?.catch(() => {});
    const stored = await storeBatch(context, file, format.name, part.batch);
    for (const id of stored.sessionIds) sessionIds.add(id);
    addCounts(counts, { ...stored, lineCount: part.lineCount });
    if (context.storesContent) {
      const maskedSecretCount = await storeContent(context, file, part.batch);
      addCounts(counts, { maskedSecretCount });
    }
    const next = await ahead;
    // The next batch handles changes of the file and missing partitions.
    if (!next || next === "changed" || findNewMonths(context, next.batch.events).size > 0) break;
    part = next;
  }
  const { after, isAtEnd } = part;
  counts.byteCount = after.readOffset - file.readOffset;
  await moveCursor(context, file, after, counts, await isCutShort(handle, file));
  return {
    status: "read",
    format: format.name,
    isAtEnd,
    readOffset: after.readOffset,
    fileSize: after.fileSize,
    ...counts,
    sessionIds: [...sessionIds],
  };
}

/** On a last attempt that fails, stores the handoffs without their content. */
async function storeContent(
  context: IngestContext,
  file: SourceFile,
  { events }: PreparedBatch,
): Promise<number> {
  if (!context.isLastTry) return storeCapturedContent(context, file, events);
  return context.db
    .transaction((savepoint) => storeCapturedContent({ ...context, db: savepoint }, file, events))
    .catch((error: unknown) => {
      if (!isContentFault(error, true)) throw error;
      return 0;
    });
}

async function preparePart(
  context: IngestContext,
  file: SourceFile,
  handle: OpenFile,
  format: LineFormat,
): Promise<Part | "changed"> {
  const { lines, nextOffset, isAtEnd } = await readLines(handle, file.readOffset, context.batchBytes);
  const { size } = await handle.stat();
  const fingerprints = await readFingerprints(handle, nextOffset);
  const endFingerprint = await readFingerprintBefore(handle, size);
  // A file that was truncated during the read may have returned a part of its new content.
  if (!(await isContinued(handle, file))) return "changed";
  const batch = await prepareLines(lines, context, file, format);
  const { lastOccurredAt, lastSessionId, toolVersion, readerMemory } = batch;
  const lineCount = file.lineCount + lines.length;
  const { compressedSize } = handle;
  const sizes = { readOffset: nextOffset, fileSize: size, compressedSize };
  const cursor = { ...sizes, endFingerprint, lineCount, ...fingerprints };
  return {
    lineCount: lines.length,
    batch,
    after: { ...file, ...cursor, lastOccurredAt, lastSessionId, toolVersion, readerMemory },
    isAtEnd,
  };
}

async function moveCursor(
  { db }: IngestContext,
  before: SourceFile,
  after: SourceFile,
  { lineCount: _, byteCount: __, ...counts }: BatchCounts,
  isCut: boolean,
): Promise<void> {
  const { workspaceId, sourceFileId, readOffset, fileSize, compressedSize, endFingerprint, lineCount } =
    after;
  if (lineCount > before.lineCount) {
    const { fingerprint, fingerprintLength, cursorFingerprint } = after;
    const { lastOccurredAt, lastSessionId, toolVersion, readerMemory } = after;
    await advanceCursor(db, {
      workspaceId,
      sourceFileId,
      readOffset,
      fileSize,
      compressedSize,
      endFingerprint,
      lineCount,
      fingerprint,
      fingerprintLength,
      cursorFingerprint,
      lastOccurredAt,
      lastSessionId,
      toolVersion,
      readerMemory,
      ...counts,
    });
  } else if (
    endFingerprint !== before.endFingerprint ||
    compressedSize !== before.compressedSize ||
    before.lastError !== null
  ) {
    const sizes = { fileSize, compressedSize, endFingerprint };
    await updateSourceFile(db, { workspaceId, sourceFileId, ...sizes, lastError: null });
  }
  const lostBytes = before.fileSize - before.readOffset;
  if (isCut && lostBytes > 0) await recordLoss(db, { file: before, cause: "cut short", lostBytes });
}
