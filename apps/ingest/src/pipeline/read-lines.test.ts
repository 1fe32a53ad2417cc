import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolder, put } from "../../test/scratch";
import { MAX_LINE_BYTES, type RawLine, readLines } from "./read-lines";

let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

async function withFile<T>(content: string | Uint8Array, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(await put(join(folder.path, "file.jsonl"), content), "r");
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

const textOf = (line: RawLine) => ("bytes" in line ? line.bytes.toString() : `${line.byteLength} bytes`);

describe("readLines", () => {
  it("ends lines only at newlines, and leaves the bytes after the last one", async () => {
    const read = await withFile("a\rb\n\nc\u2028d\r\ne", (file) => readLines(file, 0, 1_000));
    expect(read.lines.map(textOf)).toEqual(["a\rb", "", "c\u2028d\r"]);
    expect(read.lines.map((line) => line.sequence)).toEqual([0, 4, 5]);
    expect(read).toMatchObject({ nextOffset: 12, isAtEnd: true });
  });

  it("returns the same lines for any batch size", async () => {
    const line = fc
      .oneof({ arbitrary: fc.string({ unit: "binary" }), weight: 9 }, fc.constant("x".repeat(300_000)))
      .map((text) => text.replaceAll("\n", ""));
    const batchBytes = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 400_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), batchBytes, async (lines, size) => {
        const bytes = lines.map((text) => Buffer.from(`${text}\n`));
        const expected = bytes.map((each, index) => {
          const sequence = bytes.slice(0, index).reduce((sum, { length }) => sum + length, 0);
          return `${sequence} ${each.toString("utf8", 0, each.length - 1)}`;
        });
        await withFile(Buffer.concat([...bytes, Buffer.from("the rest")]), async (file) => {
          const seen: string[] = [];
          for (let offset = 0, isDone = false; !isDone; ) {
            const read = await readLines(file, offset, size);
            seen.push(...read.lines.map((each) => `${each.sequence} ${textOf(each)}`));
            offset = read.nextOffset;
            isDone = read.isAtEnd;
          }
          expect(seen).toEqual(expected);
        });
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it("hashes a line that is too long, keeps its beginning, and continues after it", async () => {
    const long = "x".repeat(MAX_LINE_BYTES + 1);
    const { lines } = await withFile(`before\n${long}\nafter\n`, (file) =>
      readLines(file, 0, 100 * 1024 * 1024),
    );
    expect(lines.map(textOf)).toEqual(["before", `${MAX_LINE_BYTES + 1} bytes`, "after"]);
    expect(lines[1]).toMatchObject({ sequence: 7, sha256: createHash("sha256").update(long).digest("hex") });
    expect(lines[1]).toMatchObject({ abridged: null });
    const longest = "x".repeat(MAX_LINE_BYTES);
    const kept = await withFile(`${longest}\n`, (file) => readLines(file, 0, 1));
    expect(kept.lines.map((line) => "bytes" in line && line.bytes.length)).toEqual([MAX_LINE_BYTES]);
  });

  it("removes the long strings of a line that is too long, and hashes the whole line", async () => {
    const long = JSON.stringify({ type: "compacted", image: "A".repeat(MAX_LINE_BYTES) });
    const { lines } = await withFile(`${long}\nafter\n`, (file) => readLines(file, 0, 100 * 1024 * 1024));
    expect(lines.map(textOf)).toEqual([`${long.length} bytes`, "after"]);
    const [line] = lines;
    expect(line).toMatchObject({ sha256: createHash("sha256").update(long).digest("hex") });
    expect(line && "abridged" in line ? line.abridged?.toString() : null).toBe(
      `{"type":"compacted","image":"[${MAX_LINE_BYTES} bytes left out]"}`,
    );
  });

  it("needs at most 64 MiB for 100 MiB without a newline", async () => {
    const file = await open(join(folder.path, "long.jsonl"), "w+");
    try {
      const piece = Buffer.alloc(1024 * 1024, "[");
      for (let mebibyte = 0; mebibyte < 100; mebibyte++) await file.write(piece);
      const before = process.memoryUsage().arrayBuffers;
      let peak = 0;
      const sampling = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      }, 1);
      expect(await readLines(file, 0, 4 * 1024 * 1024)).toEqual({ lines: [], nextOffset: 0, isAtEnd: true });
      await file.write("\n");
      const { lines } = await readLines(file, 0, 4 * 1024 * 1024);
      clearInterval(sampling);
      expect(lines.map(textOf)).toEqual([`${100 * 1024 * 1024} bytes`]);
      expect(peak).toBeGreaterThan(0);
      expect(peak).toBeLessThan(64 * 1024 * 1024);
    } finally {
      await file.close();
    }
  });
});
