import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

let folder: string;

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-compact-"));
});

afterAll(() => rm(folder, { recursive: true }));

const TRANSCRIPT = [
  { type: "user", message: { content: "Move the sessions to Redis. Never touch `src/pay.ts`." } },
  {
    type: "assistant",
    message: { content: [{ type: "tool_use", name: "Bash", input: { command: "npm test" } }] },
  },
  { type: "user", message: { content: [{ type: "tool_result", content: "ok\n".repeat(200) }] } },
  { type: "assistant", message: { content: [{ type: "text", text: "All 80 tests pass." }] } },
  { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto", preTokens: 1_200 } },
  {
    type: "user",
    isCompactSummary: true,
    message: { content: "The user wants the sessions moved to Redis." },
  },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const OUTPUT = "Let me look.\n\n- The cookie must stay `HttpOnly`.\n- 14 of 80 tests fail at midnight.\n";
const ESSENTIAL = ["--task-id", "t-1", "--feature", "sessions", "--spec", "spec.md"];

describe("baton compact restore", () => {
  it("prints a summary with the required facts that it lost", async () => {
    const summary = await write("summary.md", "The sessions move to Redis.\n");
    const contract = await write("facts.json", JSON.stringify({ literal: ["src/pay.ts"], said: [] }));
    const { exitCode, stdout } = await runCommand("compact", "restore", summary, "--contract", contract);
    expect([exitCode, stdout]).toEqual([0, "The sessions move to Redis.\n\n## Restored\n\n- src/pay.ts\n\n"]);
  });
});

describe("baton compact conversation", () => {
  it("prints a transcript in half of its tokens, and the loss report on standard error", async () => {
    const { exitCode, stdout, stderr } = await runCommand(
      "compact",
      "conversation",
      await write("a.jsonl", TRANSCRIPT),
    );
    expect([exitCode, stdout]).toEqual([
      0,
      "## Task\n- Move the sessions to Redis.\n- Never touch `src/pay.ts`.\n\n## Current state\n- All 80 tests pass.\n\n## Files\n- src/pay.ts\n\n## Commands\n- npm test\n",
    ]);
    expect(stderr).toMatch(/tokens, \d\d\.\d % less\.\nKept:\n100\.0 %\s+file paths\s+1 of 1/);
  });

  it("exits with 1 and explains why if it saves less than half of the tokens", async () => {
    const path = await write(
      "short.json",
      JSON.stringify([{ role: "user", content: [{ type: "text", text: "Add a test." }] }]),
    );
    const { exitCode, stderr } = await runCommand("compact", "conversation", path);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("0.0 % less, less than half, because the required text leaves no room.");
  });

  it("exits with 1 if a required fact is missing", async () => {
    const contract = await write("contract.json", JSON.stringify({ literal: ["src/pay.ts", "port 6380"] }));
    const path = await write("a.jsonl", TRANSCRIPT);
    const { exitCode, stdout } = await runCommand(
      "compact",
      "conversation",
      path,
      "--contract",
      contract,
      "--json",
    );
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      event: { survival: { required: 2, missing: ["port 6380"] } },
    });
  });

  it("prints what a transcript's own compactions lost, with --loss", async () => {
    const path = await write("a.jsonl", TRANSCRIPT);
    const { exitCode, stdout } = await runCommand("compact", "conversation", path, "--loss");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Compaction 1, auto, before: 1,200 tokens\nKept:/);
    expect(stdout).toContain("Lost, user instructions:\n  Never touch `src/pay.ts`.");
    const { stdout: json } = await runCommand("compact", "conversation", path, "--loss", "--json");
    expect(JSON.parse(json).compactions).toMatchObject([{ loss: { instructions: { total: 2, kept: 1 } } }]);
  });

  it.each([
    ["", "contains no conversation"],
    ["{}", "contains no conversation"],
  ])("rejects %j", async (text, message) => {
    const { exitCode, stderr } = await runCommand("compact", "conversation", await write("none", text));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe("baton compact summary", () => {
  it("prints the state that the next phase needs", async () => {
    const path = await write("output.md", OUTPUT);
    const { exitCode, stdout } = await runCommand(
      "compact",
      "summary",
      path,
      "--next-phase",
      "testing",
      ...ESSENTIAL,
    );
    expect([exitCode, stdout]).toEqual([
      0,
      "- 14 of 80 tests fail at midnight.\n- The cookie must stay `HttpOnly`.\n",
    ]);
  });

  it("prints one JSON object that passes its own check", async () => {
    const path = await write("output.md", OUTPUT);
    const made = await runCommand(
      "compact",
      "summary",
      path,
      "--next-phase",
      "testing",
      ...ESSENTIAL,
      "--json",
    );
    expect(JSON.parse(made.stdout)).toMatchObject({ ok: true, essential_state: { task_id: "t-1" } });
    const checked = await runCommand("compact", "summary", await write("made.json", made.stdout), "--check");
    expect([checked.exitCode, checked.stdout]).toEqual([0, expect.stringContaining("no findings")]);
  });

  it("exits with 1 on findings", async () => {
    const path = await write("bad.json", JSON.stringify({ context_summary: "- The research went well." }));
    const { exitCode, stdout } = await runCommand("compact", "summary", path, "--check", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).findings.map(({ code }: { code: string }) => code)).toEqual([
      "not_actionable",
      "missing_essential_state",
      "missing_essential_state",
      "missing_essential_state",
    ]);
  });

  it("names the required options if they are missing", async () => {
    const { exitCode, stderr } = await runCommand("compact", "summary", await write("output.md", OUTPUT));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--next-phase")]);
  });
});
