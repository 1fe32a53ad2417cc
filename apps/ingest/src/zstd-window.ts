const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** Maximum header length: magic number, descriptor, window, dictionary ID, content size. */
const FRAME_HEADER_BYTES = 18;
const BLOCK_HEADER_BYTES = 3;
const RLE_BLOCK = 1;
/** The largest window that the command `zstd` accepts by default. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;

/**
 * Follows the headers of a Zstandard file (RFC 8878) before it is decoded, because `fzstd` allocates any window
 * that a frame declares, up to 2 GiB.
 */
export class ZstdWindow {
  #rest = Buffer.alloc(0);
  #skippedBytes = 0;
  #isInFrame = false;
  #checksumBytes = 0;

  /**
   * Checks the next bytes.
   * @throws if a frame in them declares a window of more than 128 MiB.
   */
  check(chunk: Uint8Array): void {
    let bytes = Buffer.concat([this.#rest, chunk]);
    while (true) {
      const skipped = Math.min(this.#skippedBytes, bytes.length);
      this.#skippedBytes -= skipped;
      bytes = bytes.subarray(skipped);
      const headerBytes = this.#isInFrame ? BLOCK_HEADER_BYTES : FRAME_HEADER_BYTES;
      if (this.#skippedBytes > 0 || bytes.length < headerBytes) break;
      this.#skippedBytes = this.#isInFrame ? this.#readBlock(bytes) : this.#readFrame(bytes);
    }
    this.#rest = bytes;
  }

  #readBlock(bytes: Buffer): number {
    const header = bytes.readUIntLE(0, BLOCK_HEADER_BYTES);
    this.#isInFrame = (header & 1) === 0;
    const storedBytes = ((header >> 1) & 3) === RLE_BLOCK ? 1 : header >> 3;
    return BLOCK_HEADER_BYTES + storedBytes + (this.#isInFrame ? 0 : this.#checksumBytes);
  }

  #readFrame(bytes: Buffer): number {
    const magic = bytes.readUInt32LE(0);
    if ((magic & ~0xf) === SKIPPABLE_MAGIC) return 8 + bytes.readUInt32LE(4);
    if (magic !== MAGIC) throw new Error("not Zstandard");
    const descriptor = bytes.readUInt8(4);
    const isSingleSegment = (descriptor & 0x20) !== 0;
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
    const contentSizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
    const contentSizeStart = (isSingleSegment ? 5 : 6) + dictionaryBytes;
    const windowBytes = isSingleSegment
      ? readLength(bytes.subarray(contentSizeStart, contentSizeStart + contentSizeBytes))
      : readWindow(bytes.readUInt8(5));
    if (windowBytes > MAX_WINDOW_BYTES) throw new Error(`the frame needs a window of ${windowBytes} bytes`);
    this.#isInFrame = true;
    this.#checksumBytes = (descriptor & 4) === 0 ? 0 : 4;
    return contentSizeStart + contentSizeBytes;
  }
}

function readWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function readLength(bytes: Uint8Array): number {
  const length = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return bytes.length === 2 ? length + 256 : length;
}
