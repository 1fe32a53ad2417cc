import type { Stats } from "node:fs";

/** Reads bytes of a file by offset; uncompressed bytes for a compressed file. */
export interface ReadableFile {
  stat(): Promise<Pick<Stats, "size" | "mtimeMs">>;
  /** Reads up to `length` bytes; returns 0 at the end. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** An open file. */
export interface OpenFile extends ReadableFile {
  readonly device: string;
  readonly inode: string;
  /** Size on disk in bytes of a compressed file; null for any other. */
  readonly compressedSize: number | null;
  close(): Promise<void>;
}

/** Thrown if a file exists but cannot be opened or read. The file is at fault, not the database. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}
