import { Duplex } from "node:stream";
import { Decompress } from "fzstd";
import { ZstdWindow } from "./zstd-window";

/**
 * Bytes decoded at once. A block of a few bytes can expand to 128 KiB, so this limits a hostile file to 32
 * MiB besides its window.
 */
const SLICE_BYTES = 1_024;

/**
 * Creates a Zstandard decoder (RFC 8878) for one or several frames, with backpressure. Does not verify
 * checksums. Fails if the last frame is incomplete, or one needs a window of more than 128 MiB.
 */
export function createZstdDecoder(): Duplex {
  return Duplex.from(decode);
}

async function* decode(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const decoded: Buffer[] = [];
  // Copy the bytes, because the decoder reuses its buffer.
  const decoder = new Decompress((part) => decoded.push(Buffer.from(part)));
  const window = new ZstdWindow();
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      window.check(slice);
      decoder.push(slice);
      yield* decoded.splice(0).filter(({ length }) => length > 0);
    }
  }
  decoder.push(new Uint8Array(0), true);
  yield* decoded.splice(0).filter(({ length }) => length > 0);
}
