import { expect, it } from "vitest";
import { readBody } from "./read-body";

function post(chunks: string[], headers: Record<string, string> = {}): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return new Request("http://localhost/", init);
}

it("reads what is short enough, in however many pieces it comes", async () => {
  expect(new TextDecoder().decode((await readBody(post(["ab", "cd"]), 4)) ?? undefined)).toBe("abcd");
  expect(await readBody(new Request("http://localhost/", { method: "POST" }), 4)).toHaveLength(0);
});

it("gives up where more comes than was allowed, and at once where more is announced", async () => {
  expect(await readBody(post(["ab", "cde"]), 4)).toBeNull();
  expect(await readBody(post(["a"], { "content-length": "5" }), 4)).toBeNull();
});
