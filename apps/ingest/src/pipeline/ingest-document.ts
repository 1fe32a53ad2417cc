import { MAX_MANIFEST_VALUES } from "@baton/core/manifest";
import { notifyRows } from "@baton/db";
import {
  advanceCursor,
  beginGeneration,
  type EventLine,
  isContentFault,
  type SourceFile,
  updateSourceFile,
} from "@baton/db/write";
import { storeLines } from "@baton/services/line/store-lines";
import { quarantineLines } from "@baton/services/quarantine/quarantine-lines";
import type {
  DocumentFormat,
  HandoffDocumentFormat,
  HandoffDocumentKind,
  ManifestFacts,
  Problem,
} from "../sources/source-format";
import { checkLine } from "./check-line";
import { type DocumentContent, identifyDocument, readContent } from "./document-content";
import { toSuccessionLine } from "./document-succession";
import { explainFault } from "./explain-fault";
import {
  type BatchCounts,
  type BatchOutcome,
  type IngestContext,
  NO_COUNTS,
  type Unpartitioned,
} from "./ingest-context";
import { findNewMonths } from "./month-partitions";
import type { ReadableFile } from "./open-file";
import { maskIfPossible } from "./prepare-line";
import { cutForQuarantine } from "./quarantine-text";
import { MAX_LINE_BYTES } from "./read-lines";
import { type StoredDocument, storeHandoffFile } from "./store-handoff-file";
import { recheckStoredManifest, storeManifest } from "./store-manifest";
import { writtenAt } from "./written-at";

/**
 * Imports a locked file that is one document. A changed document becomes a new generation; an unchanged one
 * is validated again, because its files may have changed.
 */
export async function ingestDocument(
  context: IngestContext,
  file: SourceFile,
  handle: ReadableFile,
  format: DocumentFormat | HandoffDocumentFormat,
): Promise<BatchOutcome | Unpartitioned> {
  const stats = await handle.stat();
  const { size } = stats;
  const mtime = writtenAt(stats);
  const isKnownTooLong = size > MAX_LINE_BYTES && size === file.readOffset;
  if (size === 0 || isKnownTooLong) return outcomeOf(format, size, NO_COUNTS);
  const document = await readContent(handle, size);
  const wasRead = file.readOffset > 0;
  const isAsBefore = wasRead && document.sha256 === file.fingerprint;
  if (isAsBefore && file.lastError !== null) {
    await updateSourceFile(context.db, { ...file, lastError: null });
  }
  if (isAsBefore && format.kind === "document") {
    await recheckStoredManifest(context, file);
    return outcomeOf(format, size, NO_COUNTS);
  }
  if (isAsBefore) {
    const stored = await storeDocument(context, file, document, format, mtime);
    if (stored.ok && stored.outcome !== "same") await announce(context, file, stored);
    return outcomeOf(format, size, NO_COUNTS);
  }
  const generation = file.generation + (wasRead ? 1 : 0);
  const succession = await readSuccessionLine(context, { ...file, generation }, document, format, mtime);
  const months = findNewMonths(context, succession);
  if (months.size > 0) return { status: "unpartitioned", months };
  if (wasRead) await beginGeneration(context.db, { ...file, fileSize: size });
  const stored = await storeDocument(context, { ...file, generation }, document, format, mtime);
  if (!stored.ok) await quarantineDocument(context, { ...file, generation }, document, stored);
  const isNew = stored.ok && stored.outcome === "new";
  const { sessionIds } = await storeSuccession(context, file, format, isNew ? succession : []);
  const counts = {
    eventCount: isNew ? 1 : 0,
    duplicateCount: stored.ok && !isNew ? 1 : 0,
    quarantinedCount: stored.ok ? 0 : 1,
    maskedSecretCount: stored.secretCount,
  };
  const { workspaceId, sourceFileId } = file;
  await advanceCursor(context.db, {
    workspaceId,
    sourceFileId,
    readOffset: size,
    fileSize: size,
    lineCount: 1,
    ...(await identifyDocument(handle, document)),
    lastOccurredAt: null,
    lastSessionId: null,
    ...counts,
  });
  await announce(context, file, stored);
  return { ...outcomeOf(format, size, { lineCount: 1, byteCount: size, ...counts }), sessionIds };
}

/** Returns the line that a handoff document is; none for other documents. */
export async function readSuccessionLine(
  context: IngestContext,
  file: SourceFile,
  content: DocumentContent,
  format: DocumentFormat | HandoffDocumentFormat,
  mtime: Date,
): Promise<EventLine[]> {
  if (format.kind !== "succession" || kindOf(format, file.path) !== "handoff") return [];
  const line = await toSuccessionLine(context, file, content, mtime);
  return line ? [line] : [];
}

/** Stores the handoff of a document that is new. Its counts are those of the document. */
export async function storeSuccession(
  { db, storesContent: hasContent }: IngestContext,
  { workspaceId }: SourceFile,
  { name: format }: { name: string },
  lines: readonly EventLine[],
): Promise<{ sessionIds: string[] }> {
  if (lines.length === 0) return { sessionIds: [] };
  const batch = { workspaceId, format, hasContent, lines, quarantined: [], shapes: [] };
  const { sessionIds } = await storeLines(db, batch);
  return { sessionIds: [...sessionIds] };
}

/** A moved file keeps its format under any new name. */
function kindOf(format: HandoffDocumentFormat, path: string): HandoffDocumentKind {
  return format.kindOf(path) ?? (path.endsWith(".json") ? "objectives" : "handoff");
}

function announce({ db }: IngestContext, { workspaceId }: SourceFile, { ok }: StoredDocument): Promise<void> {
  return notifyRows(db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: !ok });
}

/**
 * Validates and stores a document, or returns why it is invalid. Stores nothing on an error.
 *
 * @param file with the generation that is stored.
 */
export async function storeDocument(
  context: IngestContext,
  file: SourceFile,
  content: DocumentContent,
  format: DocumentFormat | HandoffDocumentFormat,
  mtime: Date,
): Promise<StoredDocument> {
  const { bytes } = content;
  if (!bytes) {
    const message = `it is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB`;
    return { ok: false, text: "", secretCount: 0, problem: { code: "too_long", message } };
  }
  try {
    return await context.db.transaction((savepoint) =>
      storeBytes({ ...context, db: savepoint }, file, { ...content, bytes }, format, mtime),
    );
  } catch (error) {
    if (!isContentFault(error, context.isLastTry)) throw error;
    return { ok: false, ...maskIfPossible(bytes.toString("utf8"), context), problem: explainFault(error) };
  }
}

async function storeBytes(
  context: IngestContext,
  file: SourceFile,
  content: DocumentContent & { bytes: Buffer },
  format: DocumentFormat | HandoffDocumentFormat,
  mtime: Date,
): Promise<StoredDocument> {
  if (format.kind === "succession") {
    return storeHandoffFile(context, file, { kind: kindOf(format, file.path), content, mtime });
  }
  const validated = validateManifestDocument(context, content.bytes, format, file.path);
  if (!validated.ok) return validated;
  const isNew = await storeManifest(context, file, { ...validated, sha256: content.sha256, mtime });
  return { ok: true, outcome: isNew ? "new" : "same", secretCount: validated.secretCount };
}

function outcomeOf(format: { name: string }, size: number, counts: BatchCounts) {
  const cursor = { isAtEnd: true, readOffset: size, fileSize: size };
  return { status: "read" as const, format: format.name, ...cursor, sessionIds: [], ...counts };
}

type ValidatedDocument = { text: string; secretCount: number } & (
  | { ok: true; facts: ManifestFacts }
  | { ok: false; problem: Problem }
);

/** Parses a manifest, or returns why it is invalid. */
export function validateManifestDocument(
  { scanner }: Pick<IngestContext, "scanner">,
  bytes: Buffer,
  format: DocumentFormat,
  path: string,
): ValidatedDocument {
  const checked = checkLine(bytes, MAX_MANIFEST_VALUES);
  if (!checked.ok) return { ok: false, ...scanner.maskText(checked.text), problem: checked.problem };
  const masked = scanner.maskJson(checked.text);
  const original = format.readDocument(checked.json, path);
  if (!original.ok) return { ...masked, ...original };
  // Count the size of the original, but read the content only from the masked text.
  const read = format.readDocument(JSON.parse(masked.text.replace(/^\uFEFF/, "")), path);
  if (!read.ok) return { ...masked, ...read };
  return { ...masked, ok: true, facts: { ...read.facts, manifestTokens: original.facts.manifestTokens } };
}

async function quarantineDocument(
  { db, storesContent }: IngestContext,
  { workspaceId, sourceFileId, generation }: SourceFile,
  { byteLength, sha256 }: DocumentContent,
  { problem, text }: Extract<StoredDocument, { ok: false }>,
): Promise<void> {
  await quarantineLines(db, [
    {
      workspaceId,
      sourceFileId,
      generation,
      sequence: 0,
      lineNumber: 1,
      byteLength,
      sha256,
      code: problem.code,
      reason: problem.message,
      text: storesContent ? cutForQuarantine(text) : null,
    },
  ]);
}
