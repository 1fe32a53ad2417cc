import { type Database, listDroppedLines } from "@baton/db";
import { listStoredLines, type SourceFile, type StoredLine } from "@baton/db/write";
import { isBlank } from "../pipeline/check-line";
import type { ReadableFile } from "../pipeline/open-file";
import { type RawLine, readLines } from "../pipeline/read-lines";
import { sha256Of } from "../sha256";
import type { NoteDifference } from "./difference";

/** Bytes of a file compared at once, with their rows; a longer line needs more. */
const STRETCH_BYTES = 256 * 1024;

/** Differences of a file up to the read position. */
export interface LineTally {
  lineCount: number;
  blankCount: number;
  /** Number of lines stored as events, quarantined, and erased or expired. */
  eventLineCount: number;
  quarantinedCount: number;
  droppedCount: number;
}

/**
 * Compares every line of a file up to its position with the database, in both directions.
 *
 * @param onBytes receives the number of bytes compared.
 */
export async function verifyLines(
  db: Database,
  file: SourceFile,
  handle: ReadableFile,
  { note, onBytes }: { note: NoteDifference; onBytes: (count: number) => void },
): Promise<LineTally> {
  const tally = { lineCount: 0, blankCount: 0, eventLineCount: 0, quarantinedCount: 0, droppedCount: 0 };
  const dropped = await listDroppedLines(db, file);
  const isDropped = (sequence: number) =>
    dropped.some(({ firstSequence, lastSequence }) => firstSequence <= sequence && sequence <= lastSequence);
  let offset = 0;
  while (offset < file.readOffset) {
    const bytes = Math.min(STRETCH_BYTES, file.readOffset - offset);
    const { lines, nextOffset } = await readLines(handle, offset, bytes);
    if (lines.length === 0) break;
    const stored = await listStoredLines(db, file, { start: offset, end: nextOffset });
    const bySequence = new Map(stored.map((line) => [line.sequence, line]));
    for (const raw of lines) {
      tally.lineCount += 1;
      const place = { lineNumber: tally.lineCount, offset: raw.sequence };
      const line = bySequence.get(raw.sequence);
      bySequence.delete(raw.sequence);
      if ("bytes" in raw && isBlank(raw.bytes)) {
        tally.blankCount += 1;
        if (line) note("unknown_line", place);
      } else if (line) {
        compare(raw, line, (code) => note(code, place));
        if (line.record_count > 0) tally.eventLineCount += 1;
        else tally.quarantinedCount += 1;
      } else if (isDropped(raw.sequence)) tally.droppedCount += 1;
      else note("missing_line", place);
    }
    for (const sequence of bySequence.keys()) note("unknown_line", { lineNumber: null, offset: sequence });
    onBytes(nextOffset - offset);
    offset = nextOffset;
  }
  const beyond = { start: offset, end: Number.MAX_SAFE_INTEGER };
  for (const { sequence } of await listStoredLines(db, file, beyond)) {
    note("unknown_line", { lineNumber: null, offset: sequence });
  }
  return tally;
}

function compare(
  raw: RawLine,
  line: StoredLine,
  note: (code: "changed_line" | "doubled_line" | "missing_record") => void,
): void {
  const { byteLength, sha256 } =
    "bytes" in raw ? { byteLength: raw.bytes.length, sha256: sha256Of(raw.bytes) } : raw;
  const isChanged = line.hash_count !== 1 || line.sha256 !== sha256 || line.byte_length !== byteLength;
  const isBoth = line.record_count > 0 && line.quarantined_count > 0;
  if (isChanged) note("changed_line");
  if (isBoth || line.record_count > line.ordinal_count) note("doubled_line");
  if (line.last_ordinal !== null && line.last_ordinal + 1 > line.ordinal_count) note("missing_record");
}
