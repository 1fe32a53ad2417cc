import { isUtf8 } from "node:buffer";
import { advanceCursor, beginGeneration, type SourceFile, updateSourceFile } from "@baton/db/write";
import { sha256Of } from "../sha256";
import type { RecordDocumentFormat } from "../sources/source-format";
import { type DocumentContent, identifyDocument, readContent } from "./document-content";
import { type BatchOutcome, type IngestContext, NO_COUNTS, type Unpartitioned } from "./ingest-context";
import { findNewMonths } from "./month-partitions";
import type { ReadableFile } from "./open-file";
import { guardLine, type LineContext, type LinePlace, type PreparedLine, prepareLine } from "./prepare-line";
import { cutForQuarantine } from "./quarantine-text";
import { MAX_LINE_BYTES, type RawLine } from "./read-lines";
import { storeBatch } from "./store-batch";

/**
 * Reads a claimed file that is one document of records. A changed document is a new generation of its file.
 */
export async function ingestRecordDocument(
  context: IngestContext,
  file: SourceFile,
  handle: ReadableFile,
  format: RecordDocumentFormat,
): Promise<BatchOutcome | Unpartitioned> {
  const { db } = context;
  const { workspaceId, sourceFileId } = file;
  const { size } = await handle.stat();
  const cursor = { isAtEnd: true, readOffset: size, fileSize: size };
  const read = { status: "read" as const, format: format.name, ...cursor };
  const unchanged = { ...read, sessionIds: [], ...NO_COUNTS };
  const isKnownTooLong = size > MAX_LINE_BYTES && size === file.readOffset;
  if (size === 0 || isKnownTooLong) return unchanged;
  const content = await readContent(handle, size);
  const wasRead = file.readOffset > 0;
  if (wasRead && content.sha256 === file.fingerprint) {
    if (file.lastError !== null) await updateSourceFile(db, { ...file, lastError: null });
    return unchanged;
  }
  const generation = file.generation + (wasRead ? 1 : 0);
  const prepared = prepareDocument(context, { ...file, generation }, content, format);
  const events = prepared.kind === "event" ? [prepared.line] : [];
  const months = findNewMonths(context, events);
  if (months.size > 0) return { status: "unpartitioned", months };
  if (wasRead) await beginGeneration(db, { ...file, fileSize: size });
  const shape = prepared.kind === "event" ? prepared.shape : null;
  const { toolVersion = null, unknown = [] } = shape ?? {};
  const place = { sourceFileId, generation, sequence: 0, lineNumber: 1 };
  const { sessionIds, ...counts } = await storeBatch(context, { ...file, generation }, format.name, {
    events,
    quarantined: prepared.kind === "quarantined" ? [prepared.line] : [],
    maskedSecretCount: prepared.kind === "quarantined" ? prepared.maskedSecretCount : 0,
    shapes: unknown.length > 0 ? [{ ...place, toolVersion, unknown }] : [],
  });
  const last = events[0]?.records.at(-1);
  await advanceCursor(db, {
    workspaceId,
    sourceFileId,
    readOffset: size,
    fileSize: size,
    lineCount: 1,
    ...(await identifyDocument(handle, content)),
    lastOccurredAt: last?.occurredAt ?? null,
    lastSessionId: last?.sessionId ?? null,
    ...counts,
  });
  return { ...read, sessionIds, lineCount: 1, byteCount: size, ...counts };
}

/** Prepares the document as if it was the only line of its file. */
export function prepareDocument(
  { scanner, storesContent }: Pick<IngestContext, "scanner" | "storesContent">,
  {
    workspaceId,
    sourceFileId,
    generation,
    path,
    firstSeenAt,
  }: Pick<SourceFile, "workspaceId" | "sourceFileId" | "generation" | "path" | "firstSeenAt">,
  { bytes, byteLength, sha256 }: DocumentContent,
  format: RecordDocumentFormat,
): PreparedLine {
  const context = {
    format,
    scanner,
    storesContent,
    workspaceId,
    sourceFileId,
    generation,
    defaultSession: format.sessionOf(path),
    now: Date.now(),
  };
  const place = { lineNumber: 1, carriedTime: firstSeenAt, memory: null };
  const raw: RawLine = bytes
    ? { sequence: 0, bytes }
    : { sequence: 0, head: Buffer.alloc(0), byteLength, sha256, abridged: null };
  const { toJson } = format;
  return guardLine(raw, context, place, () =>
    "bytes" in raw && toJson && isUtf8(raw.bytes)
      ? prepareText(raw.bytes, (text) => toJson(text, path), context, place)
      : prepareLine(raw, context, place),
  );
}

/** Prepares a non-JSON document from its JSON form. */
function prepareText(
  bytes: Buffer,
  toJson: (text: string) => ReturnType<NonNullable<RecordDocumentFormat["toJson"]>>,
  context: LineContext,
  place: LinePlace,
): PreparedLine {
  const text = bytes.toString("utf8");
  const read = toJson(text);
  const prepared = prepareLine(
    { sequence: 0, bytes: read.ok ? Buffer.from(read.json) : bytes },
    context,
    place,
  );
  // Stores the original document, not its JSON form, unless the JSON form shows more secrets, for example one
  // broken over two lines.
  const masked = context.scanner.maskText(text);
  const isAsSafe = masked.secretCount >= countMasked(prepared);
  const original = { byteLength: bytes.length, sha256: sha256Of(bytes) };
  const { storesContent } = context;
  switch (prepared.kind) {
    case "blank":
      return prepared;
    case "event": {
      const shown = isAsSafe ? masked.text : prepared.line.text;
      return { ...prepared, line: { ...prepared.line, ...original, text: storesContent ? shown : null } };
    }
    case "quarantined": {
      const reason = read.ok ? {} : { code: read.problem.code, reason: read.problem.message };
      const shown = isAsSafe ? cutForQuarantine(masked.text) : prepared.line.text;
      const line = { ...prepared.line, ...original, ...reason };
      return { ...prepared, line: { ...line, text: storesContent ? shown : null } };
    }
  }
}

function countMasked(prepared: PreparedLine): number {
  if (prepared.kind === "event") return prepared.line.maskedSecretCount;
  return prepared.kind === "quarantined" ? prepared.maskedSecretCount : 0;
}
