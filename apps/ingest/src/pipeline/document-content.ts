import { createHash } from "node:crypto";
import { type FileIdentity, readFingerprints } from "./file-identity";
import type { ReadableFile } from "./open-file";
import { MAX_LINE_BYTES } from "./read-lines";

const CHUNK_BYTES = 256 * 1024;

/** A file that is one document, with the hash of its bytes in hex. */
export interface DocumentContent {
  /** Null if the file is too long to parse. */
  bytes: Buffer | null;
  byteLength: number;
  sha256: string;
}

/** Reads the first `size` bytes of a file. Only the hash of a file longer than a line is kept. */
export async function readContent(handle: ReadableFile, size: number): Promise<DocumentContent> {
  const hash = createHash("sha256");
  const isKept = size <= MAX_LINE_BYTES;
  const parts: Buffer[] = [];
  let chunk = Buffer.alloc(0);
  for (let position = 0; position < size; ) {
    if (isKept || chunk.length === 0) chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, size - position), position);
    if (bytesRead === 0) break;
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    if (isKept) parts.push(part);
    position += bytesRead;
  }
  const bytes = isKept ? Buffer.concat(parts) : null;
  return { bytes, byteLength: size, sha256: hash.digest("hex") };
}

/** Identifies a document by its bytes, or by its start and end if it is too long. */
export async function identifyDocument(
  handle: ReadableFile,
  { bytes, byteLength, sha256 }: DocumentContent,
): Promise<FileIdentity> {
  if (!bytes) return readFingerprints(handle, byteLength);
  return { fingerprint: sha256, fingerprintLength: byteLength, cursorFingerprint: null };
}
