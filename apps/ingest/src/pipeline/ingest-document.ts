import type { FileHandle } from "node:fs/promises";
import { notifyRows } from "@baton/db";
import { advanceCursor, beginGeneration, insertQuarantinedLines, type SourceFile } from "@baton/db/write";
import type { DocumentFormat, ManifestFacts, Problem } from "../sources/source-format";
import { checkLine } from "./check-line";
import { type DocumentContent, readContent } from "./document-content";
import type { BatchCounts, BatchOutcome, IngestContext } from "./ingest-context";
import { cutForQuarantine } from "./quarantine-text";
import { MAX_LINE_BYTES } from "./read-lines";
import { recheckStoredManifest, storeManifest } from "./store-manifest";

/**
 * Reads a claimed file that is one document. A changed document is a new generation of its file; an unchanged one is judged anew, as
 * what it names may have changed.
 */
export async function ingestDocument(
  context: IngestContext,
  file: SourceFile,
  handle: FileHandle,
  format: DocumentFormat,
): Promise<BatchOutcome> {
  const { size, mtime } = await handle.stat();
  if (size === 0) return outcomeOf(format, size, NOTHING);
  if (size === file.readOffset) {
    await recheckStoredManifest(context, file);
    return outcomeOf(format, size, NOTHING);
  }
  const hasGrown = file.readOffset > 0;
  if (hasGrown) await beginGeneration(context.db, { ...file, fileSize: size });
  const generation = file.generation + (hasGrown ? 1 : 0);
  const document = await readContent(handle, size);
  const judged = judgeDocument(context, document, format, file.path);
  const isNew =
    judged.ok && (await storeManifest(context, file, { ...judged, sha256: document.sha256, mtime }));
  if (!judged.ok) await quarantineDocument(context, { ...file, generation }, document, judged);
  const counts = {
    eventCount: isNew ? 1 : 0,
    duplicateCount: judged.ok && !isNew ? 1 : 0,
    quarantinedCount: judged.ok ? 0 : 1,
    maskedSecretCount: judged.secretCount,
  };
  const { workspaceId, sourceFileId } = file;
  await advanceCursor(context.db, {
    ...{ workspaceId, sourceFileId, readOffset: size, fileSize: size, lineCount: 1 },
    ...{ fingerprint: document.sha256, fingerprintLength: size, cursorFingerprint: null },
    ...{ lastOccurredAt: null, lastSessionId: null },
    ...counts,
  });
  await notifyRows(context.db, {
    workspaceId,
    sessionIds: [],
    hasHandoffs: false,
    hasQuarantined: !judged.ok,
  });
  return outcomeOf(format, size, { lineCount: 1, byteCount: size, ...counts });
}

const NOTHING: BatchCounts = {
  lineCount: 0,
  byteCount: 0,
  eventCount: 0,
  duplicateCount: 0,
  quarantinedCount: 0,
  maskedSecretCount: 0,
};

function outcomeOf(format: DocumentFormat, size: number, counts: BatchCounts): BatchOutcome {
  const cursor = { isAtEnd: true, readOffset: size, fileSize: size };
  return { status: "read", format: format.name, ...cursor, sessionIds: [], ...counts };
}

type JudgedDocument = { text: string; secretCount: number } & (
  | { ok: true; facts: ManifestFacts }
  | { ok: false; problem: Problem }
);

function judgeDocument(
  { scanner }: IngestContext,
  { bytes }: DocumentContent,
  format: DocumentFormat,
  path: string,
): JudgedDocument {
  if (!bytes) {
    const message = `it is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB`;
    return { ok: false, text: "", secretCount: 0, problem: { code: "too_long", message } };
  }
  const checked = checkLine(bytes);
  if (!checked.ok) return { ok: false, ...scanner.maskText(checked.text), problem: checked.problem };
  const masked = scanner.maskJson(checked.text);
  const original = format.readDocument(checked.json, path);
  if (!original.ok) return { ...masked, ...original };
  // Its size is that of the original; what it says is taken from the masked text alone.
  const read = format.readDocument(JSON.parse(masked.text.replace(/^\uFEFF/, "")), path);
  if (!read.ok) return { ...masked, ...read };
  return { ...masked, ok: true, facts: { ...read.facts, manifestTokens: original.facts.manifestTokens } };
}

async function quarantineDocument(
  { db, storesContent }: IngestContext,
  { workspaceId, sourceFileId, generation }: SourceFile,
  { byteLength, sha256 }: DocumentContent,
  { problem, text }: Extract<JudgedDocument, { ok: false }>,
): Promise<void> {
  await insertQuarantinedLines(db, [
    {
      ...{ workspaceId, sourceFileId, generation, sequence: 0, lineNumber: 1, byteLength, sha256 },
      ...{ code: problem.code, reason: problem.message },
      text: storesContent ? cutForQuarantine(text) : null,
    },
  ]);
}
