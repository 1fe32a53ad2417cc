import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolder, put } from "../../test/scratch";
import { type OpenFile, UnreadableFileError } from "./open-file";
import { openToRead } from "./open-to-read";

let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

async function readAt(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let total = 0;
  for (let read = 1; read > 0 && total < length; total += read) {
    ({ bytesRead: read } = await file.read(bytes, total, length - total, position + total));
  }
  return bytes.subarray(0, total);
}

describe("a compressed file", () => {
  it("returns its uncompressed bytes at any position, in any order, also after reopening", async () => {
    const content = randomBytes(3_000_000);
    // Use several members, as `cat a.gz b.gz` creates.
    const path = await put(
      join(folder.path, "a.jsonl.1.gz"),
      Buffer.concat([gzipSync(content.subarray(0, 70_000)), gzipSync(content.subarray(70_000))]),
    );
    const place = fc.tuple(fc.nat(content.length + 10), fc.nat(200_000));
    await fc.assert(
      fc.asyncProperty(fc.array(place, { maxLength: 6 }), fc.boolean(), async (places, knowsSize) => {
        const file = await openToRead(path);
        if (knowsSize) expect(await file.stat()).toMatchObject({ size: content.length });
        for (const [position, length] of places) {
          const bytes = await readAt(file, position, length);
          const expected = content.subarray(position, position + length);
          expect(createHash("sha256").update(bytes).digest("hex")).toBe(
            createHash("sha256").update(expected).digest("hex"),
          );
        }
        await file.close();
      }),
      { numRuns: 25 },
    );
  });

  it("returns the new bytes when the file is replaced", async () => {
    const path = join(folder.path, "a.jsonl.gz");
    for (const text of ["first", "second"]) {
      const file = await openToRead(await put(path, gzipSync(text)));
      expect((await readAt(file, 0, 100)).toString()).toBe(text);
      await file.close();
    }
  });

  it("is not decompressed if it is not a log", async () => {
    const bytes = gzipSync("an archive");
    const file = await openToRead(await put(join(folder.path, "a.tar.gz"), bytes));
    expect(await readAt(file, 0, 100)).toEqual(bytes);
    await file.close();
  });

  it("may be empty", async () => {
    const file = await openToRead(await put(join(folder.path, "a.jsonl.gz"), gzipSync("")));
    expect(await file.stat()).toMatchObject({ size: 0 });
    expect(await readAt(file, 0, 10)).toEqual(Buffer.alloc(0));
    await file.close();
  });

  it.each([
    ["not compressed", Buffer.from("text")],
    ["truncated", gzipSync(randomBytes(100_000)).subarray(0, 50_000)],
  ])("is reported as broken or incomplete if it is %s", async (_, bytes) => {
    const file = await openToRead(await put(join(folder.path, "a.jsonl.gz"), bytes));
    await expect(file.stat()).rejects.toThrow(UnreadableFileError);
    await expect(readAt(file, 0, 100_000)).rejects.toThrow("broken or incomplete");
    await expect(readAt(file, 90_000, 10)).rejects.toThrow("broken or incomplete");
    await file.close();
  });
});
