import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runCommandLine } from "../command-line";

async function print(...words: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    expect(await runCommandLine(["formats", ...words])).toBe(0);
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

it("baton formats lists the formats with their versions and files, sorted by name", async () => {
  const lines = (await print()).split("\n");
  expect(lines[0]).toMatch(/^ +agents-sdk +0\.20 +JSON lines: traces/);
  expect(lines.some((line) => /^ +copilot +\S+ +~\/\.copilot\//.test(line))).toBe(true);
});

it("baton formats prints a JSON list with --json", async () => {
  expect(JSON.parse(await print("--json"))).toContainEqual({
    format: "codex",
    version: "0.169",
    files: "~/.codex/sessions/**/rollout-*.jsonl, .jsonl.zst",
  });
});

it("baton formats lists the unread files of a folder by tool or file extension, with count and size", async () => {
  const folder = await mkdtemp(join(tmpdir(), "baton-formats-"));
  try {
    const session = join(folder, ".iflow", "projects", "p");
    await mkdir(session, { recursive: true });
    // The lines look like those of Claude Code, but the path belongs to another tool.
    const line = { type: "user", uuid: "u", parentUuid: null, sessionId: "s", message: { content: "hi" } };
    await writeFile(join(session, "s.jsonl"), `${JSON.stringify(line)}\n`);
    await writeFile(join(folder, "a.png"), "123");
    await writeFile(join(folder, "b.PNG"), "45");
    const shown = await print(folder);
    expect(shown).toMatch(/iflow +1 .*Baton does not read files of this tool/);
    expect(shown).toContain("#ask-for-a-format");
    expect(JSON.parse(await print(folder, "--json"))).toContainEqual({
      name: "*.png",
      reason: "neither its name nor its path matches a format that Baton reads",
      files: 2,
      bytes: 5,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
