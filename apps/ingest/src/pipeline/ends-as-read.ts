import type { Database } from "@baton/db";
import { listStoredLines, type SourceFile } from "@baton/db/write";
import { sha256Of } from "../sha256";
import { readBytes } from "./file-identity";
import type { ReadableFile } from "./open-file";

/** Maximum length of the last line to look for. */
const LAST_LINE_BYTES = 1024 * 1024;

/**
 * Returns true if a changed file still ends with the last line that was read. Then it was edited and no
 * appended line is missing.
 *
 * @param known the file before the change.
 */
export async function endsAsRead(db: Database, file: ReadableFile, known: SourceFile): Promise<boolean> {
  const stretch = { start: Math.max(0, known.readOffset - LAST_LINE_BYTES), end: known.readOffset };
  const last = (await listStoredLines(db, known, stretch)).at(-1);
  if (!last) return false;
  const start = (await file.stat()).size - last.byte_length - 1;
  return start >= 0 && sha256Of(await readBytes(file, start, last.byte_length)) === last.sha256;
}
