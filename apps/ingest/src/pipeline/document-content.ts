import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { MAX_LINE_BYTES } from "./read-lines";

const CHUNK_BYTES = 256 * 1024;

/** A file that is one document, with the hash of its bytes in hex. */
export interface DocumentContent {
  /** Null where the file is too long to be looked at. */
  bytes: Buffer | null;
  byteLength: number;
  sha256: string;
}

/** Reads a file's first `size` bytes; of one that is longer than a line may be only the hash is kept. */
export async function readContent(handle: FileHandle, size: number): Promise<DocumentContent> {
  const hash = createHash("sha256");
  const parts: Buffer[] = [];
  for (let position = 0; position < size; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    if (size <= MAX_LINE_BYTES) parts.push(part);
    position += bytesRead;
  }
  const bytes = size <= MAX_LINE_BYTES ? Buffer.concat(parts) : null;
  return { bytes, byteLength: size, sha256: hash.digest("hex") };
}
