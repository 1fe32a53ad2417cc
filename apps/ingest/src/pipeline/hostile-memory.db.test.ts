import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleChildren, type Children } from "../../test/children";
import { HOSTILE_LINES } from "../../test/hostile-lines";
import { append, contextHandoff, count, createFolder, put } from "../../test/scratch";
import { sha256Of } from "../sha256";

/** Maximum memory in addition to reading ordinary lines. */
const MAX_MEBIBYTES_MORE = 64;
const LONG_LINE_BYTES = 100 * 1024 * 1024;
const FEW_CONTENTS = 12;
const MANY_CONTENTS = 36;
const CONTENT_BYTES = 4 * 1024 * 1024;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let children: Children;
let ordinary: string;
let hostile: string;
let few: string;
let many: string;
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
  few = await keepContents("few", FEW_CONTENTS);
  many = await keepContents("many", MANY_CONTENTS);
});
afterAll(async () => {
  await children.remove();
  await folder.remove();
  await database.drop();
});

const NEWLINE = Buffer.from("\n");

/**
 * Writes a session of handoffs with much captured content each.
 * @returns its path.
 */
async function keepContents(name: string, number: number): Promise<string> {
  const sessions = join(folder.path, name, "sessions");
  const outline = [{ path: "prior_outputs.intake.note", tokens: 1 }];
  const handoffs = [];
  for (let index = 0; index < number; index++) {
    const content = JSON.stringify({
      before: `${name} ${index} ${"words ".repeat(CONTENT_BYTES / 6)}`,
      after: null,
    });
    const context_sha256 = sha256Of(Buffer.from(content));
    await put(join(sessions, "contexts", `${context_sha256}.json`), content);
    handoffs.push(contextHandoff({ outline, context_sha256 }));
  }
  const session = await put(join(sessions, `${name}.jsonl`), "");
  await append(session, ...handoffs);
  return session;
}

/** Additional memory of a file compared with the previous one, in MiB. */
async function measureMore(
  mode: "careful" | "greedy",
  [first, second]: readonly [string, string],
): Promise<number> {
  // With production limits, the greedy variant would crash before it could be measured.
  const limits = mode === "greedy" ? ({ NODE_OPTIONS: "" } as const) : undefined;
  const child = children.start([database.url, mode, first, second], limits);
  expect(await once(child.process, "close"), child.output().failures).toEqual([0, null]);
  const [before = Number.NaN, after = Number.NaN] = child.output().printed.trim().split("\n").map(Number);
  const names = [first, second].map((path) => basename(path));
  console.info(
    `${mode}: ${Math.round(before)} MiB for ${names[0]}, ${Math.round(after)} MiB for ${names[1]}`,
  );
  return after - before;
}

describe.each([
  ["hostile lines, and one of 100 MB, after ordinary ones,", () => [ordinary, hostile] as const],
  ["the content of many handoffs, after that of a few,", () => [few, many] as const],
])("%s", (_, pathsOf) => {
  it("need at most 64 MB more memory", async () => {
    expect(await measureMore("careful", pathsOf())).toBeLessThan(MAX_MEBIBYTES_MORE);
  });

  it("would need more memory if they were read at once", async () => {
    expect(await measureMore("greedy", pathsOf())).toBeGreaterThan(MAX_MEBIBYTES_MORE);
  });
});

it("the memory test stores the content of each handoff", async () => {
  const stored = `handoff_outline where length(content) > ${CONTENT_BYTES}`;
  expect(await count(database.db, stored)).toBe(FEW_CONTENTS + MANY_CONTENTS);
});
