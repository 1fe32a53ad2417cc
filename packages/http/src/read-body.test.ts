import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readRequestBody } from "./read-body";

function post(chunks: Uint8Array[], headers: Record<string, string> = {}): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return new Request("http://localhost/", init);
}

const text = (...words: string[]) => words.map((word) => new TextEncoder().encode(word));

it("readRequestBody reads a body of several chunks, or none", async () => {
  expect(String(await readRequestBody(post(text("ab", "cd")), 4))).toBe("abcd");
  expect(await readRequestBody(new Request("http://localhost/", { method: "POST" }), 4)).toHaveLength(0);
});

it("readRequestBody rejects a body over the limit, before reading it if Content-Length exceeds the limit", async () => {
  const refusal = { status: 413, code: "body_too_large" };
  await expect(readRequestBody(post(text("ab", "cde")), 4)).rejects.toMatchObject(refusal);
  await expect(readRequestBody(post(text("a"), { "content-length": "5" }), 4)).rejects.toMatchObject(refusal);
});

it("readRequestBody decompresses gzip, and limits the decompressed size", async () => {
  const packed = [gzipSync("a".repeat(100_000))];
  const headers = { "content-encoding": "gzip" };
  expect(await readRequestBody(post(packed, headers), 100_000)).toHaveLength(100_000);
  await expect(readRequestBody(post(packed, headers), 99_999)).rejects.toMatchObject({ status: 413 });
  await expect(readRequestBody(post(text("no gzip"), headers), 100)).rejects.toMatchObject({
    status: 400,
    code: "damaged_body",
  });
  await expect(readRequestBody(post(text("x"), { "content-encoding": "br" }), 100)).rejects.toMatchObject({
    status: 415,
    code: "unsupported_coding",
  });
});
