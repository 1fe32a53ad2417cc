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
