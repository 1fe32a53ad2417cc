import { isAbsolute } from "node:path";
import {
  countReplayed,
  findMendedEvent,
  findTimeBefore,
  isQuarantined,
  type LinePosition,
  positionKey,
  type ReplayOutcome,
  type SourceFile,
  type StoredQuarantinedLine,
} from "@baton/db/write";
import { type StoredLines, storeLines } from "@baton/services/line/store-lines";
import { storeCapturedContent } from "../pipeline/captured-content";
import { explainFault } from "../pipeline/explain-fault";
import type { IngestContext, Unpartitioned } from "../pipeline/ingest-context";
import { readSuccessionLine, storeDocument, storeSuccession } from "../pipeline/ingest-document";
import { prepareDocument } from "../pipeline/ingest-record-document";
import { findNewMonths } from "../pipeline/month-partitions";
import { type PreparedLine, prepareLine } from "../pipeline/prepare-line";
import { formatNamed } from "../sources/index";
import type { LineFormat, RecordDocumentFormat, SourceFormat } from "../sources/source-format";
import { findOriginal, type Original } from "./find-original";

type Found = Extract<Original, { bytes: Buffer }>;

/**
 * Imports a quarantined line at its original position, with the time of the previous line if it has none.
 *
 * @param context whose `db` is a transaction that locks the line and its file.
 */
export async function replayLine(
  context: IngestContext,
  line: StoredQuarantinedLine,
  file: SourceFile,
): Promise<ReplayOutcome | Unpartitioned> {
  const format = file.format === null ? null : formatNamed(file.format);
  if (!format) return stillRefused(line, "Baton does not read the format of its file");
  const isDocument = format.kind !== "lines";
  const mended = await findMended(context, line, file, isDocument);
  if (mended !== null) {
    await countReplayed(context.db, line, { eventCount: 0, duplicateCount: 0 });
    const message = "Its file was fixed and read again, which imported the line.";
    return { kind: "replayed", eventId: mended, message };
  }
  const original = await findOriginal(line, file, isDocument);
  if (original.bytes === null) return { kind: "gone", message: `It cannot be replayed: ${original.why}.` };
  if (format.kind === "lines" || format.kind === "record-document") {
    return storeRecords(context, line, file, format, original);
  }
  return storeWholeDocument(context, line, file, format, original);
}

/** Returns the event at the line's position in a file that was read again. */
async function findMended(
  { db }: IngestContext,
  line: StoredQuarantinedLine,
  file: SourceFile,
  isDocument: boolean,
): Promise<string | null> {
  if (file.generation === line.generation || file.readOffset === 0) return null;
  if (!isDocument) return findMendedEvent(db, line, file.generation);
  const present = { ...line, generation: file.generation };
  return (await isQuarantined(db, present)) ? null : positionKey({ ...present, ordinal: 0 });
}

async function storeRecords(
  context: IngestContext,
  line: StoredQuarantinedLine,
  file: SourceFile,
  format: LineFormat | RecordDocumentFormat,
  original: Found,
): Promise<ReplayOutcome | Unpartitioned> {
  const { db, storesContent } = context;
  const { workspaceId } = line;
  const prepared = await prepare(context, line, file, format, original.bytes);
  if (prepared.kind === "blank") return stillRefused(line, "its position is blank now");
  if (prepared.kind === "quarantined") return stillRefused(prepared.line);
  const months = findNewMonths(context, [prepared.line]);
  if (months.size > 0) return { status: "unpartitioned", months };
  const { toolVersion = null, unknown = [] } = prepared.shape ?? {};
  const stored = await storeLines(db, {
    workspaceId,
    format: format.name,
    hasContent: storesContent,
    lines: [prepared.line],
    quarantined: [],
    shapes: [{ ...placeOf(line), toolVersion: toolVersion ?? file.toolVersion, unknown }],
    areReplayed: true,
  });
  // Posted lines have no file and therefore no content next to it.
  if (storesContent && format.kind === "lines" && isAbsolute(file.path)) {
    await storeCapturedContent(context, file, [prepared.line]);
  }
  await countReplayed(db, line, stored);
  return {
    kind: "replayed",
    eventId: prepared.line.records[0].eventId,
    message: describeStored(stored, original),
  };
}

function describeStored({ droppedCount, eventCount }: StoredLines, { from }: Found): string {
  if (droppedCount > 0) return "It was erased or its retention time is over. Nothing was stored.";
  return `Imported from the ${from}${eventCount === 0 ? "; the event is a duplicate and counts once" : ""}.`;
}

async function prepare(
  context: IngestContext,
  line: StoredQuarantinedLine,
  file: SourceFile,
  format: LineFormat | RecordDocumentFormat,
  bytes: Buffer,
): Promise<PreparedLine> {
  const { workspaceId, sourceFileId, generation, sequence, lineNumber, byteLength, sha256 } = line;
  if (format.kind === "record-document") {
    return prepareDocument(context, { ...file, generation }, { bytes, byteLength, sha256 }, format);
  }
  const { scanner, storesContent } = context;
  const carriedTime = (await findTimeBefore(context.db, line)) ?? file.firstSeenAt;
  return prepareLine(
    { sequence, bytes },
    {
      format,
      scanner,
      storesContent,
      workspaceId,
      sourceFileId,
      generation,
      defaultSession: format.sessionOf(file.path),
      now: Date.now(),
    },
    // The state of previous lines is not stored.
    { lineNumber, carriedTime, memory: null },
  );
}

async function storeWholeDocument(
  context: IngestContext,
  line: StoredQuarantinedLine,
  file: SourceFile,
  format: Extract<SourceFormat, { kind: "document" | "succession" }>,
  { bytes, from, mtime }: Found,
): Promise<ReplayOutcome | Unpartitioned> {
  const { byteLength, sha256, generation } = line;
  const content = { bytes, byteLength, sha256 };
  const succession = await readSuccessionLine(context, { ...file, generation }, content, format, mtime);
  const months = findNewMonths(context, succession);
  if (months.size > 0) return { status: "unpartitioned", months };
  const stored = await storeDocument(context, { ...file, generation }, content, format, mtime);
  if (!stored.ok) return stillRefused({ code: stored.problem.code, reason: stored.problem.message });
  const isNew = stored.outcome === "new";
  await storeSuccession(context, file, format, isNew ? succession : []);
  await countReplayed(context.db, line, { eventCount: isNew ? 1 : 0, duplicateCount: isNew ? 0 : 1 });
  const eventId = positionKey({ ...placeOf(line), ordinal: 0 });
  return { kind: "replayed", eventId, message: `Imported from the ${from}.` };
}

/** Returns the outcome for a line that caused an internal error. */
export function refuseFault(error: unknown): ReplayOutcome {
  const { code, message } = explainFault(error);
  return stillRefused({ code, reason: message });
}

function stillRefused(
  { code, reason }: Pick<StoredQuarantinedLine, "code" | "reason">,
  because = reason,
): ReplayOutcome {
  return { kind: "refused", code, reason, message: `Still not a valid event: ${because}.` };
}

function placeOf({ sourceFileId, generation, sequence, lineNumber }: LinePosition & { lineNumber: number }) {
  return { sourceFileId, generation, sequence, lineNumber };
}
