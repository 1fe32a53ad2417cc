import { realpath } from "node:fs/promises";
import { SecretScanner } from "@baton/core/secret-scanner";
import type { LineFormat, Problem, SourceFormat } from "../sources/source-format";
import { checkHandoffDocuments, isBlank } from "./check-line";
import { readContent } from "./document-content";
import { explainFault } from "./explain-fault";
import { validateManifestDocument } from "./ingest-document";
import { prepareDocument } from "./ingest-record-document";
import { type FileOnDisk, listFiles } from "./list-files";
import type { ReadableFile } from "./open-file";
import { openToRead } from "./open-to-read";
import { type PreparedLine, prepareLine } from "./prepare-line";
import { MAX_LINE_BYTES, readLines } from "./read-lines";
import { readProgress } from "./read-progress";
import { recognizeFile } from "./recognize-file";

const BATCH_BYTES = 1024 * 1024;
/** Invalid lines listed per file. */
const MAX_NAMED_LINES = 20;

export interface BadLine {
  lineNumber: number;
  code: string;
  reason: string;
}

/** Contents of a file before the import. */
export interface ValidatedFile {
  path: string;
  format: string | null;
  notRead: string | null;
  lineCount: number;
  blankCount: number;
  eventCount: number;
  quarantinedCount: number;
  maskedSecretCount: number;
  waitingBytes: number;
  /** The first invalid lines. */
  badLines: BadLine[];
}

interface ValidatePathsOptions {
  paths: readonly string[];
  onProgress?: (progress: { path: string; totalBytes: number; doneBytes: number }) => void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

/**
 * Reads and checks files and folders like `ingestPaths`, but without a database and without writing: as if
 * nothing had been imported before.
 *
 * @throws if a path is missing or unreadable.
 */
export async function validatePaths({
  paths,
  onProgress,
  signal,
}: ValidatePathsOptions): Promise<ValidatedFile[]> {
  const files = new Map<string, FileOnDisk>();
  for (const path of paths) {
    // A file with several names is read once.
    for (const file of await listFiles(await realpath(path))) files.set(`${file.device}:${file.inode}`, file);
  }
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const totalBytes = sorted.reduce((sum, { size }) => sum + size, 0);
  const scanner = new SecretScanner();
  const checked: ValidatedFile[] = [];
  let doneBytes = 0;
  for (const { path, size } of sorted) {
    if (signal?.aborted) break;
    const start = doneBytes;
    const report = (bytes: number) => {
      doneBytes = start + bytes;
      onProgress?.({ path, totalBytes, doneBytes });
    };
    report(0);
    checked.push(await validateAll({ path, size, scanner, report, signal }));
    report(size);
  }
  return checked;
}

interface Validation {
  path: string;
  size: number;
  scanner: SecretScanner;
  /** Receives the position in the file, in bytes. */
  report: (offset: number) => void;
  signal: AbortSignal | undefined;
}

async function validateAll(validation: Validation): Promise<ValidatedFile> {
  const { path } = validation;
  const handle = await openToRead(path).catch(() => null);
  if (!handle) return { ...emptyFile(path), notRead: "this account may not read it" };
  try {
    const verdict = await recognizeFile(handle, path);
    if (verdict === null) return { ...emptyFile(path), notRead: "it has no complete line yet" };
    if ("notRead" in verdict) return { ...emptyFile(path), notRead: verdict.notRead };
    const file = { ...emptyFile(path), format: verdict.format.name };
    if (verdict.format.kind === "lines") await validateLines(file, handle, verdict.format, validation);
    else await validateDocument(file, handle, verdict.format, validation);
    return file;
  } finally {
    await handle.close();
  }
}

/** Placeholder for a file that the database does not know. */
const NO_PLACE = { workspaceId: "", sourceFileId: 0, generation: 0 };

async function validateLines(
  file: ValidatedFile,
  handle: ReadableFile,
  format: LineFormat,
  { path, size, scanner, report, signal }: Validation,
): Promise<void> {
  const now = Date.now();
  const defaultSession = format.sessionOf(path);
  const context = { ...NO_PLACE, format, scanner, storesContent: true, defaultSession, now };
  let memory: unknown = null;
  for (let offset = 0; !signal?.aborted; ) {
    const { lines, nextOffset, isAtEnd } = await readLines(handle, offset, BATCH_BYTES);
    for (const raw of lines) {
      const place = { lineNumber: file.lineCount + 1, carriedTime: new Date(now), memory };
      const prepared = prepareLine(raw, context, place);
      if (prepared.kind === "event") memory = prepared.memory;
      count(file, prepared);
    }
    offset = nextOffset;
    report(Math.min(offset, size));
    if (!isAtEnd) continue;
    file.waitingBytes = Math.max(0, (await handle.stat()).size - offset);
    return;
  }
}

async function validateDocument(
  file: ValidatedFile,
  handle: ReadableFile,
  format: Exclude<SourceFormat, LineFormat>,
  { path, size, scanner }: Validation,
): Promise<void> {
  const content = await readContent(handle, size);
  if (content.bytes && (size === 0 || isBlank(content.bytes))) return;
  if (format.kind === "record-document") {
    const known = { ...NO_PLACE, path, firstSeenAt: new Date() };
    count(file, prepareDocument({ scanner, storesContent: true }, known, content, format));
    return;
  }
  const { problem, secretCount } = validateGuarded(content.bytes, format, { path, scanner });
  file.lineCount = 1;
  file.maskedSecretCount = secretCount;
  if (problem) {
    file.quarantinedCount = 1;
    file.badLines.push({ lineNumber: 1, code: problem.code, reason: problem.message });
  } else file.eventCount = 1;
}

function validateGuarded(...[bytes, format, validation]: Parameters<typeof validateContent>) {
  try {
    return validateContent(bytes, format, validation);
  } catch (error) {
    return { problem: explainFault(error), secretCount: 0 };
  }
}

function validateContent(
  bytes: Buffer | null,
  format: Exclude<SourceFormat, LineFormat | { kind: "record-document" }>,
  { path, scanner }: Pick<Validation, "path" | "scanner">,
): { problem: Problem | null; secretCount: number } {
  if (!bytes) {
    const message = `it is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB`;
    return { problem: { code: "too_long", message }, secretCount: 0 };
  }
  if (format.kind === "document") {
    const checked = validateManifestDocument({ scanner }, bytes, format, path);
    return { problem: checked.ok ? null : checked.problem, secretCount: checked.secretCount };
  }
  const text = bytes.toString("utf8");
  const kind = format.kindOf(path) ?? "handoff";
  const { secretCount } = scanner.maskText(text);
  const problem = checkHandoffDocuments(kind, bytes);
  if (problem || kind === "handoff") return { problem, secretCount };
  const read = readProgress(kind, text, path);
  return { problem: read.ok ? null : read.problem, secretCount };
}

function count(file: ValidatedFile, prepared: PreparedLine): void {
  file.lineCount += 1;
  if (prepared.kind === "blank") file.blankCount += 1;
  else if (prepared.kind === "event") {
    file.eventCount += prepared.line.records.length;
    file.maskedSecretCount += prepared.line.maskedSecretCount;
  } else {
    const { lineNumber, code, reason } = prepared.line;
    file.quarantinedCount += 1;
    file.maskedSecretCount += prepared.maskedSecretCount;
    if (file.badLines.length < MAX_NAMED_LINES) file.badLines.push({ lineNumber, code, reason });
  }
}

function emptyFile(path: string): ValidatedFile {
  return {
    path,
    format: null,
    notRead: null,
    badLines: [],
    lineCount: 0,
    blankCount: 0,
    eventCount: 0,
    quarantinedCount: 0,
    maskedSecretCount: 0,
    waitingBytes: 0,
  };
}
