import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../../../scripts/bundle.mjs";
import { runCommand } from "../../test/run-command";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-tokens-"));
  await writeFile(join(folder, "greeting.txt"), "hello world");
  await writeFile(join(folder, "special.txt"), "<|endoftext|>");
  await writeFile(join(folder, "latin1.txt"), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
});

afterAll(() => rm(folder, { recursive: true }));

describe("baton tokens", () => {
  it("lists the files with their tokens, and a total for several files", async () => {
    const greeting = join(folder, "greeting.txt");
    const special = join(folder, "special.txt");
    const { exitCode, stdout } = await runCommand("tokens", greeting, special);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`2  ${greeting}\n7  ${special}\n9  total\n`);
  });

  it("prints one JSON object with --json", async () => {
    const path = join(folder, "greeting.txt");
    const { stdout } = await runCommand("tokens", path, "--encoding", "o200k_base", "--json");
    expect(JSON.parse(stdout)).toEqual({
      encoding: "o200k_base",
      total: 2,
      files: [{ path, tokens: 2, bytes: 11 }],
    });
  });

  it("counts a large file exactly, also in the bundled command", async () => {
    const path = join(folder, "large.txt");
    await writeFile(path, "hello world\n".repeat(100_000));
    const { exitCode, stdout } = await runCommand("tokens", path);
    expect([exitCode, stdout]).toEqual([0, `300,000  ${path}\n`]);
    await bundle(fileURLToPath(new URL("../main.ts", import.meta.url)), join(folder, "baton.mjs"));
    await bundle("@baton/core/count-worker", join(folder, "count-worker.mjs"));
    const shipped = await promisify(execFile)(process.execPath, [join(folder, "baton.mjs"), "tokens", path]);
    // A slow machine reports progress on stderr.
    expect(shipped.stdout).toBe(stdout);
  }, 60_000);

  it("rejects a file that is not UTF-8", async () => {
    const path = join(folder, "latin1.txt");
    const { exitCode, stderr } = await runCommand("tokens", path);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`baton: ${path} is not UTF-8 text. Convert it first, for example with iconv.\n`);
  });

  it("reports that a path is a folder", async () => {
    const { exitCode, stderr } = await runCommand("tokens", folder);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`baton: ${folder} is a folder. Pass a file.\n`);
  });
});
