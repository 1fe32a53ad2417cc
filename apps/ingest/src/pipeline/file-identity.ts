import type { SourceFile } from "@baton/db/write";
import { sha256Of } from "../sha256";
import type { ReadableFile } from "./open-file";

/** Bytes at the start of a file that identify it. */
const FINGERPRINT_BYTES = 1_024;
/** Bytes compared before the cursor and before the end. */
const LOOKED_AT_BYTES = 256;

/** Identity of a file besides device and inode, which are reused after a file is deleted. */
export type FileIdentity = Pick<SourceFile, "fingerprint" | "fingerprintLength" | "cursorFingerprint">;

/** Calculates two fingerprints of a file: the start, and the bytes before the cursor. */
export async function readFingerprints(file: ReadableFile, readOffset: number): Promise<FileIdentity> {
  const beginning = await readBytes(file, 0, FINGERPRINT_BYTES);
  return {
    fingerprint: beginning.length > 0 ? sha256Of(beginning) : null,
    fingerprintLength: beginning.length,
    cursorFingerprint: await readFingerprintBefore(file, readOffset),
  };
}

/** Returns true if an open file starts like the known one. */
export async function beginsAlike(file: ReadableFile, known: FileIdentity): Promise<boolean> {
  const beginning = await readBytes(file, 0, known.fingerprintLength);
  if (beginning.length < known.fingerprintLength) return false;
  return known.fingerprint === null || sha256Of(beginning) === known.fingerprint;
}

/** Returns true if an open file is the known one, possibly longer. */
export async function isContinued(
  file: ReadableFile,
  known: FileIdentity & Pick<SourceFile, "readOffset">,
): Promise<boolean> {
  // Check the beginning first: for a compressed file that is faster than finding its size.
  if (!(await beginsAlike(file, known)) || (await file.stat()).size < known.readOffset) return false;
  return (
    known.cursorFingerprint === null ||
    known.cursorFingerprint === (await readFingerprintBefore(file, known.readOffset))
  );
}

/**
 * Returns true if the file is the same up to the cursor, but the data between cursor and old end is gone: it
 * was truncated and may have grown again.
 */
export async function isCutShort(
  file: ReadableFile,
  known: Pick<SourceFile, "fileSize" | "endFingerprint">,
): Promise<boolean> {
  const { size } = await file.stat();
  if (size < known.fileSize) return true;
  return (
    known.endFingerprint !== null &&
    known.endFingerprint !== (await readFingerprintBefore(file, known.fileSize))
  );
}

/** Calculates the fingerprint of the bytes before an offset; null at the start. */
export async function readFingerprintBefore(file: ReadableFile, offset: number): Promise<string | null> {
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
