import type { SourceFile, StoredQuarantinedLine } from "@baton/db/write";
import { fromStorableText } from "@baton/server/storable-text";
import { readContent } from "../pipeline/document-content";
import { isAsTracked, openIfThere } from "../pipeline/ingest-batch";
import type { ReadableFile } from "../pipeline/open-file";
import { MAX_LINE_BYTES } from "../pipeline/read-lines";
import { writtenAt } from "../pipeline/written-at";
import { sha256Of } from "../sha256";

/** The bytes of a quarantined line; `null` with the reason in `why` if they are lost. */
export type Original =
  /** `mtime` is that of the file, or the import time of a stored text. */
  { bytes: Buffer; from: "file" | "fixed file" | "stored text"; mtime: Date } | { bytes: null; why: string };

/**
 * Finds the bytes of a quarantined line: in its file at the same position, otherwise in the stored text if
 * that is complete and unmasked. Both must match the original hash. In an otherwise unchanged file, other
 * bytes of the same length at that position are the fixed line.
 *
 * @param isDocument the line is a whole one-document file.
 */
export async function findOriginal(
  line: StoredQuarantinedLine,
  file: SourceFile,
  isDocument: boolean,
): Promise<Original> {
  if (line.byteLength > MAX_LINE_BYTES) return { bytes: null, why: "it is too long to import" };
  const isSameGeneration = file.generation === line.generation && file.state !== "gone";
  const inFile = isSameGeneration ? await readFromFile(line, file, isDocument) : null;
  if (inFile) return inFile;
  if (line.text !== null) {
    const bytes = Buffer.from(fromStorableText(line.text));
    if (sha256Of(bytes) === line.sha256) return { bytes, from: "stored text", mtime: line.quarantinedAt };
  }
  return { bytes: null, why: describeLoss(line, file) };
}

async function readFromFile(
  line: StoredQuarantinedLine,
  file: SourceFile,
  isDocument: boolean,
): Promise<Original | null> {
  // An unreadable file counts as missing until the next request.
  const handle = await openIfThere(file.path).catch(() => null);
  if (!handle) return null;
  try {
    const mtime = writtenAt(await handle.stat());
    if (isDocument) {
      const { bytes, sha256 } = await readContent(handle, (await handle.stat()).size);
      return bytes && sha256 === line.sha256 ? { bytes, from: "file", mtime } : null;
    }
    if (!(await isAsTracked(handle, file))) return null;
    const bytes = await readLineAt(handle, line);
    if (!bytes) return null;
    return { bytes, from: sha256Of(bytes) === line.sha256 ? "file" : "fixed file", mtime };
  } finally {
    await handle.close();
  }
}

const NEWLINE = 0x0a;

/** Returns the line with the same start and end; null if lines start or end elsewhere now. */
async function readLineAt(
  handle: ReadableFile,
  { sequence, byteLength }: StoredQuarantinedLine,
): Promise<Buffer | null> {
  const lead = sequence === 0 ? 0 : 1;
  const around = Buffer.alloc(lead + byteLength + 1);
  for (let total = 0; total < around.length; ) {
    const { bytesRead } = await handle.read(around, total, around.length - total, sequence - lead + total);
    if (bytesRead === 0) return null;
    total += bytesRead;
  }
  const bytes = around.subarray(lead, lead + byteLength);
  const isLine = (lead === 0 || around[0] === NEWLINE) && around.at(-1) === NEWLINE;
  return isLine && !bytes.includes(NEWLINE) ? bytes : null;
}

function describeLoss({ text, generation }: StoredQuarantinedLine, file: SourceFile): string {
  const stored = text === null ? "its text was not stored" : "its stored text is masked or truncated";
  if (file.state === "gone") return `its file was deleted, and ${stored}`;
  if (file.generation > generation) return `its file has other content now, and ${stored}`;
  return `its file no longer contains it or cannot be read, and ${stored}`;
}
