import { parseTimestamp } from "@baton/core/internal";
import type { SourceFile } from "@baton/db/write";
import type { PutOutcome } from "@baton/services/artifact/put-outcome";
import { storeHandoffDocument } from "@baton/services/artifact/store-handoff-document";
import { storeProgressFile } from "@baton/services/artifact/store-progress-file";
import { storeDocumentFindings } from "@baton/services/content/store-content-findings";
import { isDocumentErased } from "@baton/services/erasure/erased-text";
import { sha256Of } from "../sha256";
import type { HandoffDocumentKind, Problem } from "../sources/source-format";
import { checkHandoffDocuments } from "./check-line";
import type { DocumentContent } from "./document-content";
import type { IngestContext } from "./ingest-context";
import { readProgress } from "./read-progress";
import { storedKeyOrNull } from "./stored-key";
import { findProject, taskFolderOf } from "./task-folder";
import { validateHandoffFile } from "./validate-handoff-file";

/** Result of storing a document, or the reason why it was not stored. */
export type StoredDocument = { secretCount: number } & (
  | { ok: true; outcome: PutOutcome }
  | { ok: false; problem: Problem; text: string }
);

/** Validates and stores a handoff document or progress file; a stored one is validated again. */
export async function storeHandoffFile(
  context: IngestContext,
  file: SourceFile,
  document: { kind: HandoffDocumentKind; content: DocumentContent & { bytes: Buffer }; mtime: Date },
): Promise<StoredDocument> {
  const { bytes } = document.content;
  const masked = context.scanner.maskText(bytes.toString("utf8"));
  const problem = checkHandoffDocuments(document.kind, bytes);
  if (problem) return refuse(masked, problem);
  const put = await upsertDocument(context, file, { ...document, maskedText: masked.text });
  return put.ok
    ? { ok: true, outcome: put.outcome, secretCount: masked.secretCount }
    : refuse(masked, maskProblem(context, put.problem));
}

/** The result for an erased document, which is not stored. */
const SAME = { ok: true, outcome: "same" } as const;

async function upsertDocument(
  context: IngestContext,
  { workspaceId, sourceFileId, generation, path }: SourceFile,
  {
    kind,
    content: { bytes, sha256 },
    maskedText,
    mtime,
  }: {
    kind: HandoffDocumentKind;
    content: { bytes: Buffer; sha256: string };
    maskedText: string;
    mtime: Date;
  },
): Promise<{ ok: true; outcome: PutOutcome } | { ok: false; problem: Problem }> {
  const { db, storesContent } = context;
  const documentId = sha256Of(`${path}\n${sha256}`);
  const key = { workspaceId, sourceFileId, path, sha256, documentId };
  if (kind === "handoff") {
    const text = bytes.toString("utf8");
    const checked = await validateHandoffFile(context, { path, text, maskedText, mtime });
    if (await isDocumentErased(db, { workspaceId, agents: [], text: checked.text ?? null })) return SAME;
    return { ok: true, outcome: await storeHandoffDocument(db, { ...key, ...checked }) };
  }
  const read = readProgress(kind, maskedText, path);
  if (!read.ok) return read;
  const { timestamp, details, phase, ...counts } = read.progress;
  const time = parseTimestamp(timestamp, Date.now());
  const text = storesContent ? maskedText : null;
  if (await isDocumentErased(db, { workspaceId, agents: [], text })) return SAME;
  const writtenAt = time.ok ? new Date(time.milliseconds) : mtime;
  const outcome = await storeProgressFile(db, {
    ...key,
    kind,
    ...counts,
    phase: storedKeyOrNull(phase),
    projectRoot: (await findProject(path)).root,
    taskFolder: taskFolderOf(path),
    writtenAt,
    details: storesContent ? details : null,
    text,
  });
  if (outcome === "new")
    await storeDocumentFindings(db, { ...key, generation, writtenAt, texts: [text], from: null, to: [] });
  return { ok: true, outcome };
}

function refuse(
  { text, secretCount }: { text: string; secretCount: number },
  problem: Problem,
): StoredDocument {
  return { ok: false, problem, text, secretCount };
}

/** A quote in the reason is content of the document. */
function maskProblem({ scanner, storesContent }: IngestContext, { code, message }: Problem): Problem {
  const words = storesContent ? message : message.replace(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, "…");
  return { code, message: scanner.maskText(words).text };
}
