import type { FileHandle } from "node:fs/promises";
import { type Duplex, pipeline } from "node:stream";
import { type OpenFile, UnreadableFileError } from "./open-file";

/** Keep a file's first and last bytes, because they identify it. */
const HEAD_BYTES = 1_024;
const TAIL_BYTES = 1_024;
const CHUNK_BYTES = 64 * 1024;
/** Bytes kept before the decoder's position, because a batch returns to the start of its last line. */
const WINDOW_BYTES = 1024 * 1024;

/** Time a closed file stays open, because its next batch continues at the same position. */
const PARKED_MILLISECONDS = 3_000;
const MAX_PARKED = 4;
const parked = new Map<string, CompressedFile>();

/**
 * Opens a compressed file by offsets of its uncompressed bytes. It is decoded from its beginning; sequential
 * reads with small steps back decode it once. Uses at most two MiB of memory.
 * @param handle is closed with the file.
 */
export async function openCompressed(handle: FileHandle, createDecoder: () => Duplex): Promise<OpenFile> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
  const key = [dev, ino, size, mtimeNs, ctimeNs].join(":");
  const same = parked.get(key);
  if (!same) {
    const place = { device: String(dev), inode: String(ino), compressedSize: Number(size) };
    return new CompressedFile(handle, createDecoder, key, place);
  }
  parked.delete(key);
  await handle.close();
  return same.unpark();
}

class CompressedFile implements OpenFile {
  readonly device: string;
  readonly inode: string;
  readonly compressedSize: number;
  readonly #handle: FileHandle;
  readonly #createDecoder: () => Duplex;
  readonly #key: string;
  #decoding: Decoding | null = null;
  /** Size and ends of the uncompressed data; null until it was decoded once. */
  #whole: { size: number; head: Buffer; tail: Buffer } | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    handle: FileHandle,
    createDecoder: () => Duplex,
    key: string,
    { device, inode, compressedSize }: { device: string; inode: string; compressedSize: number },
  ) {
    this.#handle = handle;
    this.#createDecoder = createDecoder;
    this.#key = key;
    this.device = device;
    this.inode = inode;
    this.compressedSize = compressedSize;
  }

  /**
   * Returns the uncompressed size.
   * @throws UnreadableFileError if the compression is broken or incomplete.
   */
  async stat() {
    this.#whole ??= await this.#decodeAll();
    return { size: this.#whole.size, mtimeMs: (await this.#handle.stat()).mtimeMs };
  }

  async read(buffer: Buffer, offset: number, length: number, position: number) {
    const kept = this.#whole && readKept(this.#whole, position, length);
    if (kept) return { bytesRead: kept.copy(buffer, offset) };
    if (!this.#decoding || position < this.#decoding.start) {
      this.#decoding?.end();
      this.#decoding = new Decoding(this.#handle, this.#createDecoder());
    }
    const decoding = this.#decoding;
    while (decoding.position <= position) if (!(await decoding.advance())) return { bytesRead: 0 };
    return { bytesRead: decoding.copy(buffer.subarray(offset, offset + length), position) };
  }

  /** Keeps the file open for a while, in case it is opened again. */
  async close(): Promise<void> {
    if (parked.size >= MAX_PARKED || parked.has(this.#key)) return this.#end();
    parked.set(this.#key, this);
    this.#timer = setTimeout(() => {
      parked.delete(this.#key);
      this.#end().catch(() => {});
    }, PARKED_MILLISECONDS).unref();
  }

  unpark(): this {
    clearTimeout(this.#timer);
    return this;
  }

  async #end(): Promise<void> {
    this.#decoding?.end();
    await this.#handle.close();
  }

  async #decodeAll() {
    const decoding = new Decoding(this.#handle, this.#createDecoder());
    const head = Buffer.alloc(HEAD_BYTES);
    let headBytes = 0;
    while (await decoding.advance()) {
      if (headBytes < HEAD_BYTES) headBytes += decoding.copy(head.subarray(headBytes), headBytes);
    }
    const size = decoding.position;
    const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
    for (let filled = 0; filled < tail.length; ) {
      filled += decoding.copy(tail.subarray(filled), size - tail.length + filled);
    }
    this.#decoding ??= decoding;
    return { size, head: head.subarray(0, headBytes), tail };
  }
}

/** Returns bytes of the start or the end; null for other positions. */
function readKept(
  { size, head, tail }: { size: number; head: Buffer; tail: Buffer },
  position: number,
  length: number,
): Buffer | null {
  const end = Math.min(size, position + length);
  if (position >= size) return Buffer.alloc(0);
  if (end <= head.length) return head.subarray(position, end);
  const tailStart = size - tail.length;
  return position >= tailStart ? tail.subarray(position - tailStart, end - tailStart) : null;
}

async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** A file being decoded, with the bytes just before the decoder's position. */
class Decoding {
  readonly #decoder: Duplex;
  readonly #chunks: AsyncIterator<unknown>;
  readonly #window: Buffer[] = [];
  #failure: UnreadableFileError | null = null;
  /** Offset of the first byte of the window, and of the byte after it. */
  start = 0;
  position = 0;

  constructor(handle: FileHandle, decoder: Duplex) {
    this.#decoder = decoder;
    // The iterator receives the error.
    pipeline(readChunks(handle), decoder, () => {});
    this.#chunks = decoder[Symbol.asyncIterator]();
  }

  /**
   * Decodes the next chunk.
   * @returns false at the end.
   * @throws UnreadableFileError, then on each call.
   */
  async advance(): Promise<boolean> {
    if (this.#failure) throw this.#failure;
    const next = await this.#chunks.next().catch((error: Error) => {
      const message = `its compressed content is broken or incomplete: ${error.message}`;
      this.#failure = new UnreadableFileError(message, { cause: error });
      throw this.#failure;
    });
    if (next.done) return false;
    if (!Buffer.isBuffer(next.value)) throw new TypeError("a decoder yields bytes");
    this.#window.push(next.value);
    this.position += next.value.length;
    for (let [first] = this.#window; first; [first] = this.#window) {
      if (this.position - this.start - first.length < WINDOW_BYTES) break;
      this.#window.shift();
      this.start += first.length;
    }
    return true;
  }

  /**
   * Copies bytes of one chunk of the window.
   * @returns the number of bytes.
   */
  copy(target: Buffer, position: number): number {
    let chunkStart = this.start;
    for (const chunk of this.#window) {
      if (position < chunkStart + chunk.length) return chunk.copy(target, 0, position - chunkStart);
      chunkStart += chunk.length;
    }
    return 0;
  }

  end(): void {
    this.#decoder.destroy();
  }
}
