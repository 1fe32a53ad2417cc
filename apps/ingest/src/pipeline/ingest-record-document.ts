import { isUtf8 } from "node:buffer";
import {
  advanceCursor,
  beginGeneration,
  insertQuarantinedLines,
  type SourceFile,
  writeLines,
} from "@baton/db/write";
import type { RecordDocumentFormat } from "../sources/source-format";
import { type DocumentContent, identifyDocument, readContent } from "./document-content";
import { type BatchOutcome, type IngestContext, NO_COUNTS, type Unpartitioned } from "./ingest-context";
import { findNewMonths } from "./month-partitions";
import type { ReadableFile } from "./open-file";
import { type PreparedLine, prepareLine } from "./prepare-line";
import { cutForQuarantine } from "./quarantine-text";
import { MAX_LINE_BYTES } from "./read-lines";
import { announce, toQuarantined } from "./store-batch";

/**
 * Reads a claimed file that is one document of records. A changed document is a new generation of its file.
 */
export async function ingestRecordDocument(
  context: IngestContext,
  file: SourceFile,
  handle: ReadableFile,
  format: RecordDocumentFormat,
): Promise<BatchOutcome | Unpartitioned> {
  const { db, storesContent } = context;
  const { workspaceId, sourceFileId } = file;
  const { size } = await handle.stat();
  const cursor = { isAtEnd: true, readOffset: size, fileSize: size };
  const read = { status: "read" as const, format: format.name, ...cursor };
  const unchanged = { ...read, sessionIds: [], ...NO_COUNTS };
  const isKnownTooLong = size > MAX_LINE_BYTES && size === file.readOffset;
  if (size === 0 || isKnownTooLong) return unchanged;
  const content = await readContent(handle, size);
  const wasRead = file.readOffset > 0;
  if (wasRead && content.sha256 === file.fingerprint) return unchanged;
  const generation = file.generation + (wasRead ? 1 : 0);
  const prepared = prepareDocument(context, { ...file, generation }, content, format);
  const events = prepared.kind === "event" ? [prepared.line] : [];
  const months = findNewMonths(context, events);
  if (months.size > 0) return { status: "unpartitioned", months };
  if (wasRead) await beginGeneration(db, { ...file, fileSize: size });
  const written = await writeLines(db, {
    workspaceId,
    format: format.name,
    hasContent: storesContent,
    lines: events,
  });
  const quarantined = [
    ...(prepared.kind === "quarantined" ? [prepared.line] : []),
    ...toQuarantined(written, { ...file, generation }, storesContent),
  ];
  await insertQuarantinedLines(db, quarantined);
  const counts = {
    eventCount: written.eventCount,
    duplicateCount: written.duplicateCount,
    quarantinedCount: quarantined.length,
    maskedSecretCount: countMasked(prepared),
  };
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
  await announce(context, workspaceId, written, quarantined.length);
  return { ...read, sessionIds: [...written.sessionIds], lineCount: 1, byteCount: size, ...counts };
}

/** The document as if it were the one line of its file. */
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
  if (!bytes) {
    return prepareLine(
      { sequence: 0, head: Buffer.alloc(0), byteLength, sha256, abridged: null },
      context,
      place,
    );
  }
  if (!format.toJson || !isUtf8(bytes)) return prepareLine({ sequence: 0, bytes }, context, place);
  const text = bytes.toString("utf8");
  const read = format.toJson(text, path);
  const prepared = prepareLine(
    { sequence: 0, bytes: read.ok ? Buffer.from(read.json) : bytes },
    context,
    place,
  );
  // What is stored is the document as it was written, not the JSON that was made of it: unless that one shows
  // more secrets, as where the document breaks one over two lines.
  const masked = scanner.maskText(text);
  const isAsSafe = masked.secretCount >= countMasked(prepared);
  const original = { byteLength, sha256 };
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
