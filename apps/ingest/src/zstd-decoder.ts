import { Duplex } from "node:stream";
import { Decompress } from "fzstd";

/**
 * How much is decoded at once. A block of a few bytes may stand for 128 KiB, so that this bounds what a hostile
 * file takes: 32 MiB beside its window.
 */
const SLICE_BYTES = 1_024;

/**
 * Creates a decoder of Zstandard (RFC 8878), one or several frames, that waits until what it gave was read.
 * Checksums are not compared. It fails where the last frame does not end.
 */
export function createZstdDecoder(): Duplex {
  return Duplex.from(decode);
}

async function* decode(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const decoded: Buffer[] = [];
  // The decoder goes on writing into what it gives.
  const decoder = new Decompress((part) => decoded.push(Buffer.from(part)));
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      decoder.push(chunk.subarray(start, start + SLICE_BYTES));
      yield* decoded.splice(0).filter(({ length }) => length > 0);
    }
  }
  decoder.push(new Uint8Array(0), true);
  yield* decoded.splice(0).filter(({ length }) => length > 0);
}
