import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleChildren, type Children } from "../../test/children";
import { HOSTILE_LINES } from "../../test/hostile-lines";
import { append, contextHandoff, createFolder, put } from "../../test/scratch";

/** Above what reading ordinary lines takes. */
const MAX_MEBIBYTES_MORE = 64;
const LONG_LINE_BYTES = 100 * 1024 * 1024;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let children: Children;
let ordinary: string;
let hostile: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  children = await bundleChildren("./ingest-child.ts");
  const audit_note = "what an orchestrator notes ".repeat(40);
  ordinary = await put(join(folder.path, "sessions", "ordinary.jsonl"), "");
  await append(ordinary, ...Array.from({ length: 10_000 }, () => contextHandoff({ audit_note })));
  hostile = await put(join(folder.path, "sessions", "hostile.jsonl"), "");
  for (const [line] of HOSTILE_LINES) await appendFile(hostile, Buffer.concat([Buffer.from(line), NEWLINE]));
  await appendFile(hostile, Buffer.alloc(LONG_LINE_BYTES, "x"));
  await appendFile(hostile, NEWLINE);
});
afterAll(async () => {
  await children.remove();
  await folder.remove();
  await database.drop();
});

const NEWLINE = Buffer.from("\n");

/** How much more memory the hostile lines took, after the ordinary ones, in MiB. */
async function measureMore(mode: string): Promise<number> {
  const child = children.start([database.url, mode, ordinary, hostile]);
  expect(await once(child.process, "close"), child.output().failures).toEqual([0, null]);
  const [before = Number.NaN, after = Number.NaN] = child.output().printed.trim().split("\n").map(Number);
  console.info(
    `${mode}: ${Math.round(before)} MiB for ordinary lines, ${Math.round(after)} MiB for hostile ones`,
  );
  return after - before;
}

describe("hostile lines, and one of 100 MB", () => {
  it("take 64 MB more than ordinary ones, at most", async () => {
    expect(await measureMore("careful")).toBeLessThan(MAX_MEBIBYTES_MORE);
  });

  it("would be seen to take more if they were read whole", async () => {
    expect(await measureMore("greedy")).toBeGreaterThan(MAX_MEBIBYTES_MORE);
  });
});
