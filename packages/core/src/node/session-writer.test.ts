import { createHash } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SessionWriter } from "./session-writer";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "session-writer-"));
});
afterEach(() => rm(folder, { recursive: true }));

const path = () => join(folder, "sessions", "s-1.jsonl");
const lines = async () => (await readFile(path(), "utf8")).split("\n");

describe("SessionWriter", () => {
  it.each([true, false])("appends one line per event, fsync %s, and creates the folder", async (fsync) => {
    const writer = new SessionWriter({ path: path(), fsync });
    await writer.append({ event_type: "a", text: "line\nbreak \u2028 é" });
    await writer.append({ event_type: "b" });
    const [first, second, last] = await lines();
    expect(JSON.parse(first ?? "")).toEqual({ event_type: "a", text: "line\nbreak \u2028 é" });
    expect([second, last]).toEqual(['{"event_type":"b"}', ""]);
  });

  it("keeps the order of calls that are not awaited", async () => {
    const writer = new SessionWriter({ path: path() });
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => writer.append({ n, filler: "x".repeat(10_000 - n * 100) })),
    );
    const written = (await lines()).filter(Boolean).map((line) => JSON.parse(line).n);
    expect(written).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it("keeps lines intact if several writers share a file", async () => {
    const writers = Array.from({ length: 4 }, () => new SessionWriter({ path: path() }));
    await Promise.all(
      writers.flatMap((writer, w) =>
        Array.from({ length: 25 }, (_, n) => writer.append({ id: `${w}-${n}`, filler: "é".repeat(5_000) })),
      ),
    );
    const ids = (await lines()).filter(Boolean).map((line) => JSON.parse(line).id);
    expect(new Set(ids).size).toBe(100);
  });

  it("starts a new line after a partial one left by a crash", async () => {
    const writer = new SessionWriter({ path: path() });
    await writer.append({ n: 1 });
    await appendFile(path(), '{"n":2,"cut');
    await writer.append({ n: 3 });
    expect(await lines()).toEqual(['{"n":1}', '{"n":2,"cut', '{"n":3}', ""]);
  });

  it("throws the file system's error, and continues with the next event", async () => {
    await mkdir(path(), { recursive: true });
    const writer = new SessionWriter({ path: path() });
    await expect(writer.append({ n: 1 })).rejects.toThrow("EISDIR");
    await rm(path(), { recursive: true });
    await writer.append({ n: 2 });
    expect(await lines()).toEqual(['{"n":2}', ""]);
  });

  it("stores content by hash next to the session, only if enabled", async () => {
    const json = '{"before":1}';
    const content = { sha256: createHash("sha256").update(json).digest("hex"), json };
    await new SessionWriter({ path: path() }).append({ n: 1 }, content);
    expect(await readdir(join(folder, "sessions"))).toEqual(["s-1.jsonl"]);

    const writer = new SessionWriter({ path: path(), captureContent: true });
    await writer.append({ n: 2 }, content);
    await writer.append({ n: 3 }, content);
    await writer.append({ n: 4 });
    const kept = join(folder, "sessions", "contexts");
    expect(await readdir(kept)).toEqual([`${content.sha256}.json`]);
    expect(await readFile(join(kept, `${content.sha256}.json`), "utf8")).toBe(json);
  });
});
