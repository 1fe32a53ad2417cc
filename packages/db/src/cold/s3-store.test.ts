import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openColdStore } from "./open-cold-store";

const objects = new Map<string, Buffer>();
const requests: string[] = [];
let server: Server;
let endpoint: string;
let folder: string;
let refusal = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-s3-test-"));
  server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    requests.push(`${method} ${url}`);
    if (!headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=key/")) refusal = 403;
    if (refusal) {
      response.writeHead(refusal).end("<Error><Code>AccessDenied</Code></Error>");
      return;
    }
    const stored = objects.get(url);
    if (method === "PUT") objects.set(url, body);
    if (method === "DELETE") objects.delete(url);
    response.writeHead(method === "GET" && !stored ? 404 : 200).end(method === "GET" ? stored : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  endpoint = typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
});
afterEach(() => {
  refusal = 0;
  requests.length = 0;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const open = (more: object = {}) =>
  openColdStore({
    BATON_COLD_STORE: "s3://bucket/some/prefix/",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_REGION: "eu-central-1",
    AWS_ENDPOINT_URL: endpoint,
    ...more,
  });

describe("a store of S3", () => {
  it("writes, reads and deletes whole objects, and reads an object once", async () => {
    const path = "default/event/2026-05/2026-05-03-a.parquet";
    const local = join(folder, "local");
    await writeFile(local, "PAR1");
    const store = open();
    await store.write(path, local);
    expect([...objects.keys()]).toEqual([`/bucket/some/prefix/${path}`]);
    const copy = await store.open(path);
    expect(await readFile(copy ?? "", "utf8")).toBe("PAR1");
    expect(await open().open(path)).toBe(copy);
    expect(requests.map((request) => request.split(" ")[0])).toEqual(["PUT", "GET"]);
    await store.remove(path);
    expect(objects.size).toBe(0);
    expect(await store.open(path)).toBeNull();
    await store.remove(path);
  });

  it("names the request and the code of a refusal, without the key", async () => {
    refusal = 403;
    await expect(open().open("x")).rejects.toThrow(
      "s3://bucket/some/prefix/ refused GET x: 403 AccessDenied.",
    );
    await expect(open().open("x")).rejects.not.toThrow("secret");
  });

  it("needs a key", () => {
    expect(() => open({ AWS_SECRET_ACCESS_KEY: undefined })).toThrow("Set AWS_ACCESS_KEY_ID");
    expect(() => open({ BATON_COLD_STORE: undefined })).toThrow("set BATON_COLD_STORE");
  });
});
