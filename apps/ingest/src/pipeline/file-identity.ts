import type { SourceFile } from "@baton/db/write";
import { sha256Of } from "../sha256";
import type { ReadableFile } from "./open-file";

/** How many of a file's first bytes tell it from others. */
const FINGERPRINT_BYTES = 1_024;
/** How many bytes before the cursor, and before the end, are looked at again. */
const LOOKED_AT_BYTES = 256;

/** What a file is known by, beside its device and inode, which are used again after a file is deleted. */
export type FileIdentity = Pick<SourceFile, "fingerprint" | "fingerprintLength" | "cursorFingerprint">;

/**
 * Takes a file's fingerprints: of its beginning, as far as it is there, and of what stands before the cursor.
 */
export async function takeFingerprints(file: ReadableFile, readOffset: number): Promise<FileIdentity> {
  const beginning = await readBytes(file, 0, FINGERPRINT_BYTES);
  return {
    fingerprint: beginning.length > 0 ? sha256Of(beginning) : null,
    fingerprintLength: beginning.length,
    cursorFingerprint: await takeFingerprintBefore(file, readOffset),
  };
}

/** Whether an open file begins as the known one did. */
export async function beginsAlike(file: ReadableFile, known: FileIdentity): Promise<boolean> {
  const beginning = await readBytes(file, 0, known.fingerprintLength);
  if (beginning.length < known.fingerprintLength) return false;
  return known.fingerprint === null || sha256Of(beginning) === known.fingerprint;
}

/** Whether an open file is the one that was read so far, perhaps with more at its end. */
export async function isContinued(
  file: ReadableFile,
  known: FileIdentity & Pick<SourceFile, "readOffset">,
): Promise<boolean> {
  // First, as it takes less of a compressed file than to learn its size.
  if (!(await beginsAlike(file, known)) || (await file.stat()).size < known.readOffset) return false;
  return (
    known.cursorFingerprint === null ||
    known.cursorFingerprint === (await takeFingerprintBefore(file, known.readOffset))
  );
}

/**
 * Whether what stood between the cursor and the end of a known file is there no longer, though it is the same
 * file up to the cursor: it was cut short and has perhaps grown again, past its old length too.
 */
export async function isCutShort(
  file: ReadableFile,
  known: Pick<SourceFile, "fileSize" | "endFingerprint">,
): Promise<boolean> {
  const { size } = await file.stat();
  if (size < known.fileSize) return true;
  return (
    known.endFingerprint !== null &&
    known.endFingerprint !== (await takeFingerprintBefore(file, known.fileSize))
  );
}

/** Of the bytes just before an offset; null where that is the beginning. */
export async function takeFingerprintBefore(file: ReadableFile, offset: number): Promise<string | null> {
  if (offset === 0) return null;
  const start = Math.max(0, offset - LOOKED_AT_BYTES);
  return sha256Of(await readBytes(file, start, offset - start));
}

export async function readBytes(file: ReadableFile, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let total = 0;
  while (total < length) {
    const { bytesRead } = await file.read(bytes, total, length - total, start + total);
    if (bytesRead === 0) break;
    total += bytesRead;
  }
  return bytes.subarray(0, total);
}
