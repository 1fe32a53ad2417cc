import type { Database } from "@baton/db";
import { listStoredLines, type SourceFile } from "@baton/db/write";
import { sha256Of } from "../sha256";
import { readBytes } from "./file-identity";
import type { ReadableFile } from "./open-file";

/** A last line that is longer is not looked for. */
const LAST_LINE_BYTES = 1024 * 1024;

/**
 * Whether a file that holds something else by now still ends with the last line that was read of it: then it
 * was edited, and no line that was added to its end is missing.
 *
 * @param known as it was before it was rewritten.
 */
export async function endsAsRead(db: Database, file: ReadableFile, known: SourceFile): Promise<boolean> {
  const stretch = { start: Math.max(0, known.readOffset - LAST_LINE_BYTES), end: known.readOffset };
  const last = (await listStoredLines(db, known, stretch)).at(-1);
  if (!last) return false;
  const start = (await file.stat()).size - last.byte_length - 1;
  return start >= 0 && sha256Of(await readBytes(file, start, last.byte_length)) === last.sha256;
}
