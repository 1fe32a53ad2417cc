import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { frameBomb, frameRaw } from "../test/zstd-frame";
import { createZstdDecoder } from "./zstd-decoder";

/** Output of `zstd -19` for forty lines of JSON. */
const COMPRESSED = Buffer.from(
  "KLUv/QRoDQUAAkcXGICrDmDCVob9KRaqMhLb5ZZbrgGcSGtCGDLC5xpbKjGWET7X2FJpyQifa2wpJSN8rrGlgOhDpVsNStBdBgVplg+6" +
    "LBf9nW+H+xs88Xd+MDY4N1K/85w8LXRlhg8FKqgRgI/9uxzAkxSrARE4DOH/f4bQCEY/AggBBCBkgIMAwhACcGAfAhgAAAeuHULz" +
    "vd/39X3ff0dYkk22rTotQgUArfBx",
  "base64",
);
const LINES = Array.from(
  { length: 40 },
  (_, index) => `{"event_type": "note", "event_id": "e${index}", "text": "the same words again and again"}\n`,
).join("");

const LINE = Buffer.from(LINES.slice(0, LINES.indexOf("\n") + 1));

/** Returns a frame with a different window descriptor. */
function withWindow(descriptor: number): Buffer {
  const frame = frameRaw(LINE);
  frame[5] = descriptor;
  return frame;
}

async function decode(bytes: Buffer, pieceBytes = 64 * 1024): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const decoded: Buffer[] = [];
  await pipeline(Readable.from(pieces), createZstdDecoder(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) decoded.push(chunk);
  });
  return Buffer.concat(decoded);
}

it("the Zstandard decoder returns the original bytes, in chunks of any size", async () => {
  for (const pieceBytes of [1, 7, 100, 64 * 1024]) {
    expect((await decode(COMPRESSED, pieceBytes)).toString()).toBe(LINES);
  }
  expect((await decode(Buffer.concat([COMPRESSED, COMPRESSED]))).toString()).toBe(LINES + LINES);
  const random = randomBytes(1_000_000);
  expect((await decode(frameRaw(random))).equals(random)).toBe(true);
  expect(await decode(frameRaw(Buffer.alloc(0)))).toHaveLength(0);
});

it.each([
  ["is not Zstandard", Buffer.from("just some text, long enough to hold a header")],
  ["does not end", COMPRESSED.subarray(0, 150)],
  ["requires a window of 1 GiB", withWindow(20 << 3)],
  ["asks for a window of 1 GiB in its second frame", Buffer.concat([COMPRESSED, withWindow(20 << 3)])],
  ["does not end its second frame", Buffer.concat([COMPRESSED, COMPRESSED.subarray(0, 100)])],
])("the Zstandard decoder fails if a file %s", async (_, bytes) => {
  await expect(decode(bytes)).rejects.toThrow();
});

it("the Zstandard decoder accepts a window of 128 MiB, and none that is larger", async () => {
  await expect(decode(withWindow(17 << 3))).resolves.toEqual(LINE);
  await expect(decode(withWindow((17 << 3) + 1))).rejects.toThrow("window");
});

it("the Zstandard decoder limits the memory for a decompression bomb", async () => {
  const bomb = frameBomb(8_192);
  const before = process.memoryUsage().arrayBuffers;
  let [peak, total] = [0, 0];
  await pipeline(Readable.from([bomb]), createZstdDecoder(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      total += chunk.length;
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
  });
  expect(total).toBe(8_192 * 128 * 1024);
  expect(peak).toBeLessThan(256 * 1024 * 1024);
}, 60_000);
