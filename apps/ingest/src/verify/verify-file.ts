import type { Database } from "@baton/db";
import {
  countStored,
  isDocumentStored,
  listStoredLines,
  type SourceFile,
  type StoredCounts,
} from "@baton/db/write";
import { readContent } from "../pipeline/document-content";
import { isAsTracked, openIfThere } from "../pipeline/ingest-batch";
import type { ReadableFile } from "../pipeline/open-file";
import { formatNamed } from "../sources/index";
import type { SourceFormat } from "../sources/source-format";
import type { NoteDifference } from "./difference";
import { type LineTally, verifyLines } from "./verify-lines";

/** Result of verifying a file. */
export interface FileVerdict extends LineTally {
  path: string;
  format: string | null;
  /** Reason why the lines could not be compared; null if they were. */
  unchecked: string | null;
  /** Lines of an earlier content of the file, which only the database has. */
  formerLineCount: number;
  /** Bytes that were not read yet. */
  waitingBytes: number;
  differenceCount: number;
}

const NO_LINES: LineTally = {
  lineCount: 0,
  blankCount: 0,
  eventLineCount: 0,
  quarantinedCount: 0,
  droppedCount: 0,
};

/**
 * Compares a file with the database.
 *
 * @param db a transaction with a snapshot.
 * @param file as in the snapshot.
 * @param isPosted its lines were posted; no file contains them.
 */
export async function verifyFile(
  db: Database,
  file: SourceFile,
  { isPosted, note, onBytes }: { isPosted: boolean; note: NoteDifference; onBytes: (count: number) => void },
): Promise<FileVerdict> {
  let differenceCount = 0;
  const count: NoteDifference = (...difference) => {
    differenceCount += 1;
    note(...difference);
  };
  const format = file.format === null ? null : formatNamed(file.format);
  const stored = await countStored(db, file);
  const looked = isPosted
    ? "its lines were posted over HTTP; no file has them"
    : await inspect(db, file, format, { note: count, onBytes });
  checkCounts(file, format, stored, count);
  if (file.state === "reading" && file.lastError !== null) {
    count("not_read_further", { lineNumber: null, offset: file.readOffset }, file.lastError);
  }
  const { tally, waitingBytes } = typeof looked === "string" ? { tally: NO_LINES, waitingBytes: 0 } : looked;
  if (typeof looked !== "string" && format?.kind === "lines" && tally.lineCount !== file.lineCount) {
    count(
      "wrong_count",
      undefined,
      `the file has ${tally.lineCount} lines up to the read position, but ${file.lineCount} were counted`,
    );
  }
  return {
    ...tally,
    path: file.path,
    format: file.format,
    formerLineCount: stored.formerLineCount,
    waitingBytes,
    unchecked: typeof looked === "string" ? looked : null,
    differenceCount,
  };
}

/** Compares the lines with the file, or returns the reason why it cannot. */
async function inspect(
  db: Database,
  file: SourceFile,
  format: SourceFormat | null,
  reported: { note: NoteDifference; onBytes: (count: number) => void },
): Promise<{ tally: LineTally; waitingBytes: number } | string> {
  if (!format) return "no complete line was read yet";
  if (file.state === "gone") return "the file was deleted";
  const handle = await openIfThere(file.path).catch(() => "unreadable" as const);
  if (handle === "unreadable") return "this account may not read the file";
  if (!handle) return "the file was deleted";
  try {
    const { size } = await handle.stat();
    if (format.kind !== "lines") return await inspectDocument(db, file, handle, reported);
    if (!(await isAsTracked(handle, file))) return "the file was replaced or rewritten";
    const tally = await verifyLines(db, file, handle, reported);
    return { tally, waitingBytes: Math.max(0, size - file.readOffset) };
  } finally {
    await handle.close();
  }
}

async function inspectDocument(
  db: Database,
  file: SourceFile,
  handle: ReadableFile,
  { note, onBytes }: { note: NoteDifference; onBytes: (count: number) => void },
): Promise<{ tally: LineTally; waitingBytes: number } | string> {
  if (file.readOffset === 0) return { tally: NO_LINES, waitingBytes: (await handle.stat()).size };
  const { sha256, byteLength } = await readContent(handle, (await handle.stat()).size);
  onBytes(byteLength);
  // A document is identified by the hash of all its bytes.
  if (file.fingerprint !== null && file.fingerprintLength === byteLength && file.fingerprint !== sha256) {
    return "the file was changed since it was read";
  }
  if (byteLength !== file.readOffset) return "the file was changed since it was read";
  const [line] = await listStoredLines(db, file, { start: 0, end: 1 });
  const place = { lineNumber: null, offset: 0 };
  // A handoff document is an event too; other documents of that kind have only their own table.
  const isRecords = formatNamed(file.format ?? "")?.kind === "record-document";
  const isKept = line !== undefined && (isRecords || line.record_count === 0);
  if (!isKept && !(await isDocumentStored(db, file, sha256))) note("missing_document", place);
  if (line && (line.sha256 !== sha256 || line.hash_count !== 1)) note("changed_line", place);
  if (line && line.record_count > line.ordinal_count) note("doubled_line", place);
  if (line?.last_ordinal != null && line.last_ordinal + 1 > line.ordinal_count) note("missing_record", place);
  const isQuarantined = line !== undefined && line.record_count === 0;
  const tally = { ...NO_LINES, lineCount: 1, eventLineCount: isQuarantined ? 0 : 1 };
  return { tally: { ...tally, quarantinedCount: isQuarantined ? 1 : 0 }, waitingBytes: 0 };
}

/** Documents without lines have their own tables, and dropped lines have no rows. */
function checkCounts(
  file: SourceFile,
  format: SourceFormat | null,
  stored: StoredCounts,
  note: NoteDifference,
): void {
  const hasEvents = format?.kind === "lines" || format?.kind === "record-document";
  if (!hasEvents || stored.droppedLineCount > 0) return;
  const names = ["eventCount", "duplicateCount", "quarantinedCount"] as const;
  const wrong = names.filter((name) => stored[name] !== file[name]);
  if (wrong.length === 0) return;
  const words = { eventCount: "events", duplicateCount: "duplicates", quarantinedCount: "quarantined lines" };
  const shown = wrong.map(
    (name) => `${stored[name]} ${words[name]} are stored, but ${file[name]} were counted`,
  );
  note("wrong_count", undefined, shown.join("; "));
}
