import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceFile, replaceLink } from "./replace-whole";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "replace-whole-"));
});
afterEach(() => rm(folder, { recursive: true }));

type WriteFile = (path: string, content: string) => Promise<void>;

/** Reads a file repeatedly while it is replaced, and counts partial documents. */
async function countHalfReadings(write: WriteFile): Promise<number> {
  const path = join(folder, "manifest.json");
  const documentOf = (version: number) => JSON.stringify({ version, filler: "x".repeat(1_000_000) });
  await write(path, documentOf(0));
  let isWriting = true;
  let halfReadings = 0;
  const read = async () => {
    while (isWriting) {
      const text = await readFile(path, "utf8");
      if (text.length < 1_000_000 || !text.endsWith('"}')) halfReadings += 1;
    }
  };
  const readers = [read(), read(), read()];
  for (let version = 1; version <= 40; version += 1) await write(path, documentOf(version));
  isWriting = false;
  await Promise.all(readers);
  return halfReadings;
}

/** Ends a hung test. */
const PATIENCE_MILLISECONDS = 60_000;

describe("replaceFile", { timeout: PATIENCE_MILLISECONDS }, () => {
  it("exposes either the old or the new file to readers, never a partial one", async () => {
    expect(await countHalfReadings(replaceFile)).toBe(0);
  });

  it("is needed: readers see partial content if a file is overwritten in place (negative control)", async () => {
    expect(await countHalfReadings((path, content) => writeFile(path, content))).toBeGreaterThan(0);
  });

  it("leaves no temporary file, even if it fails", async () => {
    await replaceFile(join(folder, "a"), "1");
    await replaceFile(join(folder, "a"), "2");
    await mkdir(join(folder, "b", "inside"), { recursive: true });
    await expect(replaceFile(join(folder, "b"), "3")).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(["a", "b"]);
    expect(await readFile(join(folder, "a"), "utf8")).toBe("2");
  });
});

describe("replaceLink", { timeout: PATIENCE_MILLISECONDS }, () => {
  it("moves a link to the next target without a moment when it is missing", async () => {
    const link = join(folder, "latest");
    await replaceLink(link, "run-0");
    let isLinking = true;
    const targets = new Set<string>();
    const read = async () => {
      while (isLinking) targets.add(await readlink(link));
    };
    const reader = read();
    for (let run = 1; run <= 50; run += 1) await replaceLink(link, `run-${run}`);
    isLinking = false;
    await reader;
    expect(targets.size).toBeGreaterThan(0);
    expect(await readlink(link)).toBe("run-50");
    expect(await readdir(folder)).toEqual(["latest"]);
  });
});
