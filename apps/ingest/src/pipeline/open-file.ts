import type { Stats } from "node:fs";

/** The bytes of a file by their positions; those of a compressed one are the uncompressed ones. */
export interface ReadableFile {
  stat(): Promise<Pick<Stats, "size" | "mtimeMs">>;
  /** Reads some of the bytes that are asked for: none at the end. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** A file that is open. */
export interface OpenFile extends ReadableFile {
  readonly device: string;
  readonly inode: string;
  /** Bytes on disk of a compressed file; null for any other. */
  readonly compressedSize: number | null;
  close(): Promise<void>;
}

/** The file is there and cannot be opened or read: a fault of its own, not of the database. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}
