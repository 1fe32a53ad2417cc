import type { FileHandle } from "node:fs/promises";
import { notifyRows } from "@baton/db";
import {
  advanceCursor,
  countLineShapes,
  type EventLine,
  insertQuarantinedLines,
  type QuarantinedLine,
  type ShapedLine,
  type SourceFile,
  updateSourceFile,
  type WrittenLines,
  writeLines,
} from "@baton/db/write";
import type { LineFormat } from "../sources/source-format";
import { addCapturedContent } from "./captured-content";
import { isContinued, takeFingerprints } from "./file-identity";
import {
  addCounts,
  type BatchCounts,
  type BatchOutcome,
  type IngestContext,
  NO_COUNTS,
  type Unpartitioned,
} from "./ingest-context";
import { findNewMonths } from "./month-partitions";
import { type PreparedLine, prepareLine } from "./prepare-line";
import { cutForQuarantine } from "./quarantine-text";
import { type RawLine, readLines } from "./read-lines";

/** The lines of a batch, sorted by what became of them. */
export interface PreparedBatch {
  events: EventLine[];
  quarantined: QuarantinedLine[];
  /** Secrets masked in quarantined lines and in the content of handoffs; events bring their own count. */
  maskedSecretCount: number;
  lastOccurredAt: Date | null;
  lastSessionId: string | null;
  /** The version of the tool, and what Baton does not know of the lines that are events. */
  toolVersion: string | null;
  shapes: ShapedLine[];
}

/** Lines that follow one another, prepared, and their file as it stands once they are stored. */
interface Part {
  lineCount: number;
  batch: PreparedBatch;
  after: SourceFile;
  /** Whether no further complete line follows at present. */
  isAtEnd: boolean;
}

/** A batch has so many parts at most: while the database stores one, the next is read and prepared. */
const MAX_PARTS = 4;

/** Reads the next lines of a claimed file. */
export async function ingestLines(
  context: IngestContext,
  file: SourceFile,
  handle: FileHandle,
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
    // It is waited for below; until then it may fail.
    ahead?.catch(() => {});
    const stored = await storeBatch(context, file, format.name, part.batch);
    for (const id of stored.sessionIds) sessionIds.add(id);
    addCounts(counts, { ...stored, lineCount: part.lineCount });
    const next = await ahead;
    // What the file has become, and months without partitions, are a matter of the next batch.
    if (!next || next === "changed" || findNewMonths(context, next.batch.events).size > 0) break;
    part = next;
  }
  const { after, isAtEnd } = part;
  counts.byteCount = after.readOffset - file.readOffset;
  await moveCursor(context, file, after, counts);
  return {
    ...{
      status: "read",
      format: format.name,
      isAtEnd,
      readOffset: after.readOffset,
      fileSize: after.fileSize,
    },
    ...counts,
    sessionIds: [...sessionIds],
  };
}

async function preparePart(
  context: IngestContext,
  file: SourceFile,
  handle: FileHandle,
  format: LineFormat,
): Promise<Part | "changed"> {
  const { lines, nextOffset, isAtEnd } = await readLines(handle, file.readOffset, context.batchBytes);
  const { size } = await handle.stat();
  const fingerprints = await takeFingerprints(handle, nextOffset);
  // A file that was cut short while it was read may have given a part of its new content.
  if (!(await isContinued(handle, file))) return "changed";
  const batch = await prepareLines(lines, context, file, format);
  if (context.storesContent)
    batch.maskedSecretCount += await addCapturedContent(batch.events, file.path, context.scanner);
  const { lastOccurredAt, lastSessionId, toolVersion } = batch;
  const lineCount = file.lineCount + lines.length;
  const cursor = { readOffset: nextOffset, fileSize: size, lineCount, ...fingerprints };
  return {
    lineCount: lines.length,
    batch,
    after: { ...file, ...cursor, lastOccurredAt, lastSessionId, toolVersion },
    isAtEnd,
  };
}

async function moveCursor(
  { db }: IngestContext,
  before: SourceFile,
  after: SourceFile,
  { lineCount: _, byteCount: __, ...counts }: BatchCounts,
): Promise<void> {
  const { workspaceId, sourceFileId, readOffset, fileSize, lineCount } = after;
  if (lineCount > before.lineCount) {
    const { fingerprint, fingerprintLength, cursorFingerprint, lastOccurredAt, lastSessionId, toolVersion } =
      after;
    await advanceCursor(db, {
      ...{ workspaceId, sourceFileId, readOffset, fileSize, lineCount },
      ...{ fingerprint, fingerprintLength, cursorFingerprint, lastOccurredAt, lastSessionId, toolVersion },
      ...counts,
    });
  } else if (fileSize !== before.fileSize || before.lastError !== null) {
    await updateSourceFile(db, { workspaceId, sourceFileId, fileSize, lastError: null });
  }
}

/** What storing prepared lines brought. */
export interface StoredBatch extends Omit<BatchCounts, "lineCount" | "byteCount"> {
  sessionIds: readonly string[];
}

/**
 * Stores prepared lines, the bad ones in quarantine, and announces them; the partitions for their months are there.
 *
 * @param context whose `db` is a transaction.
 */
export async function storeBatch(
  context: IngestContext,
  file: SourceFile,
  format: string,
  batch: PreparedBatch,
): Promise<StoredBatch> {
  const { workspaceId } = file;
  const written = await writeLines(context.db, {
    ...{ workspaceId, format, hasContent: context.storesContent },
    lines: batch.events,
  });
  const quarantined = [...batch.quarantined, ...toQuarantined(written, file, context.storesContent)];
  await insertQuarantinedLines(context.db, quarantined);
  const refused = new Set(written.refused.map(({ line }) => line.records[0].sequence));
  const shaped = batch.shapes.filter(({ sequence }) => !refused.has(sequence));
  await countLineShapes(context.db, { workspaceId, format, lines: shaped });
  await announce(context, workspaceId, written, quarantined.length);
  return {
    sessionIds: [...written.sessionIds],
    eventCount: written.eventCount,
    duplicateCount: written.duplicateCount,
    quarantinedCount: quarantined.length,
    maskedSecretCount: batch.events.reduce(
      (sum, line) => sum + line.maskedSecretCount,
      batch.maskedSecretCount,
    ),
  };
}

/** Lets the event loop turn between lines, so that neither answers of the database nor health checks and signals have to wait. */
const LINES_IN_A_ROW = 32;

/** Takes lines from bytes to what is stored of them, in their order: each may take its time from the one before. */
export async function prepareLines(
  lines: readonly RawLine[],
  { scanner, storesContent }: IngestContext,
  file: SourceFile,
  format: Pick<LineFormat, "readLine" | "readShape" | "sessionOf">,
): Promise<PreparedBatch> {
  const { workspaceId, sourceFileId, generation, lastOccurredAt, lastSessionId, toolVersion } = file;
  const shared = { format, scanner, storesContent, workspaceId, sourceFileId, generation, now: Date.now() };
  const context = { ...shared, defaultSession: format.sessionOf(file.path) };
  const batch: PreparedBatch = {
    ...{ events: [], quarantined: [], maskedSecretCount: 0, lastOccurredAt, lastSessionId },
    ...{ toolVersion, shapes: [] },
  };
  for (const [index, raw] of lines.entries()) {
    if (index % LINES_IN_A_ROW === LINES_IN_A_ROW - 1) await new Promise(setImmediate);
    const prepared = prepareLine(raw, context, {
      lineNumber: file.lineCount + index + 1,
      carriedTime: batch.lastOccurredAt ?? file.firstSeenAt,
    });
    if (prepared.kind === "quarantined") {
      batch.quarantined.push(prepared.line);
      batch.maskedSecretCount += prepared.maskedSecretCount;
    } else if (prepared.kind === "event") {
      batch.events.push(prepared.line);
      noteShape(batch, prepared, { sourceFileId, generation, sequence: raw.sequence });
      const last = prepared.line.records.at(-1);
      batch.lastOccurredAt = last?.occurredAt ?? batch.lastOccurredAt;
      batch.lastSessionId = last?.sessionId ?? batch.lastSessionId;
    }
  }
  return batch;
}

/** A tool says its version on each line, or on the first alone. */
function noteShape(
  batch: PreparedBatch,
  { line: { lineNumber }, shape }: Extract<PreparedLine, { kind: "event" }>,
  place: Pick<ShapedLine, "sourceFileId" | "generation" | "sequence">,
): void {
  if (!shape) return;
  batch.toolVersion = shape.toolVersion ?? batch.toolVersion;
  const { unknown } = shape;
  if (unknown.length > 0) {
    batch.shapes.push({ ...place, lineNumber, toolVersion: batch.toolVersion, unknown });
  }
}

/** The lines that the database refused, for the quarantine. */
export function toQuarantined(
  { refused }: WrittenLines,
  file: SourceFile,
  storesContent: boolean,
): QuarantinedLine[] {
  const { workspaceId, sourceFileId, generation } = file;
  return refused.map(({ line, reason }) => ({
    ...{ workspaceId, sourceFileId, generation, code: "refused_by_database", reason },
    sequence: line.records[0].sequence,
    lineNumber: line.lineNumber,
    text: storesContent && line.text !== null ? cutForQuarantine(line.text) : null,
    byteLength: line.byteLength,
    sha256: line.sha256,
  }));
}

/** Says what rows are new to whoever shows them. */
export async function announce(
  { db }: IngestContext,
  workspaceId: string,
  { eventCount, duplicateCount, sessionIds, hasHandoffs }: WrittenLines,
  quarantinedCount: number,
): Promise<void> {
  if (eventCount + duplicateCount + quarantinedCount === 0) return;
  const hasQuarantined = quarantinedCount > 0;
  await notifyRows(db, { workspaceId, sessionIds: [...sessionIds], hasHandoffs, hasQuarantined });
}
