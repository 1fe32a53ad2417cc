import { createHash } from "node:crypto";
import { JsonAbridger } from "./abridge-json";
import type { ReadableFile } from "./open-file";

/** Longer lines are hashed and reduced by their long strings, to limit memory. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** Bytes kept of a line that is too long, so that a user can recognize it. */
export const HEAD_BYTES = 68 * 1024;
const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** A line without its newline. `sequence` is the offset of its first byte in the file. */
export type RawLine = { sequence: number; bytes: Buffer } | LongLine;

/** A line of more than `MAX_LINE_BYTES`. */
export interface LongLine {
  sequence: number;
  head: Buffer;
  byteLength: number;
  sha256: string;
  /** The line without its long strings; null if it is still too long. */
  abridged: Buffer | null;
}

interface ReadLines {
  lines: RawLine[];
  /** Offset of the line after the last of `lines`. */
  nextOffset: number;
  /** True if no further complete line follows yet. */
  isAtEnd: boolean;
}

/**
 * Reads complete lines from `offset` on. Only the byte 0x0A ends a line, so a carriage return or U+2028 is
 * part of it. The bytes after the last newline wait for their own.
 * @param batchBytes stops after the line that reaches this size; reads at least one line if there is one.
 */
export async function readLines(file: ReadableFile, offset: number, batchBytes: number): Promise<ReadLines> {
  const { size } = await file.stat();
  const lines: RawLine[] = [];
  const end = Math.min(size, offset + batchBytes);
  let line = new GrowingLine(offset);
  let chunk = Buffer.alloc(0);
  for (let position = offset; position < size; ) {
    // Lines are slices that keep their chunks in memory; a hashed line keeps nothing.
    if (!line.isTooLong || chunk.length === 0)
      chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    let start = 0;
    for (;;) {
      const newline = chunk.subarray(0, bytesRead).indexOf(NEWLINE, start);
      if (newline < 0) break;
      lines.push(line.finish(chunk.subarray(start, newline)));
      start = newline + 1;
      line = new GrowingLine(position + start);
      if (line.sequence >= end) return { lines, nextOffset: line.sequence, isAtEnd: line.sequence >= size };
    }
    line.add(chunk.subarray(start, bytesRead));
    position += bytesRead;
  }
  return { lines, nextOffset: line.sequence, isAtEnd: true };
}

/** A line whose end has not been read yet; beyond the limit only its hash is updated. */
class GrowingLine {
  readonly sequence: number;
  #parts: Buffer[] = [];
  #byteLength = 0;
  #long: { hash: ReturnType<typeof createHash>; abridger: JsonAbridger; head: Buffer } | null = null;

  constructor(sequence: number) {
    this.sequence = sequence;
  }

  get isTooLong(): boolean {
    return this.#long !== null;
  }

  add(part: Buffer): void {
    this.#byteLength += part.length;
    if (this.#long) {
      this.#long.hash.update(part);
      this.#long.abridger.add(part);
      return;
    }
    this.#parts.push(part);
    if (this.#byteLength > MAX_LINE_BYTES) this.#giveUp();
  }

  finish(part: Buffer): RawLine {
    this.add(part);
    const { sequence } = this;
    if (this.#long) {
      const { head, hash, abridger } = this.#long;
      const sha256 = hash.digest("hex");
      return { sequence, head, byteLength: this.#byteLength, sha256, abridged: abridger.finish() };
    }
    const [only] = this.#parts;
    return { sequence, bytes: this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts) };
  }

  #giveUp(): void {
    const bytes = Buffer.concat(this.#parts);
    const abridger = new JsonAbridger(MAX_LINE_BYTES);
    abridger.add(bytes);
    const hash = createHash("sha256").update(bytes);
    this.#long = { hash, abridger, head: Buffer.from(bytes.subarray(0, HEAD_BYTES)) };
    this.#parts = [];
  }
}
