import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

let root: string;

const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...words], {
    cwd: root,
    encoding: "utf8",
  }).trim();

async function write(name: string, text: string): Promise<string> {
  const path = join(root, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
  return path;
}

const documentOf = (frontMatter: string, nextAction = "Fix the off-by-one error in `nextPage`.") => `---
${frontMatter}
---

# Phase 6

## Immediate Next Action
${nextAction}

## Current State
- File: src/pager.ts
- Location: line 88

## Key Decisions Made
1. Pages count from 1: the old links do

## What NOT to Try
1. Rounding up: it gives an empty page

## Critical Context
- \`total\` may be null

## References
None.
`;

const PROGRESS = {
  phase: 6,
  objectives: [
    { id: 1, description: "Define the cursor", status: "done" },
    { id: 2, description: "Prove its order", status: "in_progress" },
  ],
  current_objective: 2,
  approaches_tried: [{ approach: "Offsets", result: "rows move" }],
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "baton-handoff-"));
  git("init", "--quiet", "--initial-branch=main");
  await write("src/pager.ts", "export const page = 1;\n");
  git("add", "--all");
  git("commit", "--quiet", "-m", "pager");
});

afterEach(() => rm(root, { recursive: true }));

describe("baton handoff validate", () => {
  it("exits with 0 for a valid document, and prints its score", async () => {
    const path = await write("h.md", documentOf(`commit: ${git("rev-parse", "HEAD")}`));
    const { exitCode, stdout } = await runCommand("handoff", "validate", path, "--root", root);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /: score 100 of 100, 24 lines, \d+ tokens\.\nFRESH: nothing has changed since\.\n$/,
    );
  });

  it("lists what a document lacks, as text and as JSON, and never prints a secret", async () => {
    const token = `gh${"p"}_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
    const path = await write("h.md", documentOf("task: 1", `1. Fix {this thing}.\n2. Use ${token}.`));
    const { exitCode, stdout } = await runCommand("handoff", "validate", path, "--root", root);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("error placeholder at the whole document\n  {this thing} was not filled in\n");
    expect(stdout).toContain("score 0 of 100");
    expect(stdout).toContain("VERY_STALE: the document names no commit.");
    const printed = await runCommand("handoff", "validate", path, "--root", root, "--json");
    expect(JSON.parse(printed.stdout)).toMatchObject({
      ok: false,
      score: 0,
      staleness: "VERY_STALE",
      points: { next_action: 0 },
      findings: [
        { code: "low_quality" },
        { code: "placeholder" },
        { code: "secret_found" },
        { code: "several_next_actions", path: "/nextAction" },
      ],
      artifacts: { features: null, missing: ["claude-progress.txt", "feature_list.json", "init.sh"] },
    });
    expect(stdout + printed.stdout).not.toContain(token);
  });

  it("checks that the feature list and the environment script exist", async () => {
    const path = await write("h.md", documentOf(`commit: ${git("rev-parse", "HEAD")}`));
    await write(
      "feature_list.json",
      JSON.stringify([
        { description: "a", passes: true },
        { description: "b", passes: false },
      ]),
    );
    await write("init.sh", "npm ci\n");
    const { stdout } = await runCommand("handoff", "validate", path, "--root", root);
    expect(stdout).toContain(
      "feature_list.json: 1 of 2 pass.\ninit.sh: found, not executable.\nNot found: claude-progress.txt.\n",
    );
  });

  it("explains invalid arguments", async () => {
    const missing = await runCommand("handoff", "validate", join(root, "none.md"), "--root", root);
    expect(missing).toMatchObject({
      exitCode: 1,
      stderr: `baton: ${join(root, "none.md")} does not exist. Check the path.\n`,
    });
    const path = await write("h.md", "");
    expect((await runCommand("handoff", "validate", path, "--root", join(root, "none"))).exitCode).toBe(1);
    const file = await runCommand("handoff", "validate", path, "--root", path);
    expect(file.stderr).toBe(`baton: ${path} is a file. Pass the project's root folder.\n`);
  });
});

describe("baton handoff index", () => {
  it("writes the page that a successor reads first", async () => {
    const path = await write("h.md", documentOf("task: 42"));
    const progress = await write("phase-6-progress.json", JSON.stringify(PROGRESS));
    const { exitCode, stdout, stderr } = await runCommand("handoff", "index", path, "--progress", progress);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("# Handoff Index: Task 42 Phase 6\n\n## Quick Start");
    expect(stdout).toContain("- Critical file: src/pager.ts at line 88\n");
    expect(stdout).toContain("- Try: Offsets (rows move)\n");
    const printed = await runCommand("handoff", "index", path, "--progress", progress, "--json");
    const parsed = { index: stdout, not_found: [], content_findings: [], content_failure: null };
    expect(JSON.parse(printed.stdout)).toEqual(parsed);
  });

  it("warns about an index of a document with placeholders", async () => {
    const path = await write("h.md", "## Next Action\n{the one step that comes next}\n");
    const { stderr } = await runCommand("handoff", "index", path);
    expect(stderr).toContain(
      "1 placeholder of the document must be filled in: baton handoff validate lists them.",
    );
  });

  it("redacts what the content rules of a policy match", async () => {
    const path = await write("h.md", "## Next Action\nAsk CUST-17.\n");
    const rule = { rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" };
    const policy = await write("p.json", JSON.stringify({ multi_agent_handoffs: { content_rules: [rule] } }));
    const { stdout, stderr } = await runCommand("handoff", "index", path, "--policy", policy);
    expect(stdout).toContain("Immediate next action: Ask [redacted: no_ids].");
    expect(stderr).toContain("no_ids: pattern, 1 found, redact.");
  });

  it("lists missing sections on standard error, and rejects an invalid progress file", async () => {
    const path = await write("h.md", "## Next Action\nGo on.\n");
    const { stderr } = await runCommand("handoff", "index", path);
    expect(stderr).toContain("Not in the document: Current State, Key Decisions Made,");
    const bad = await write("p.json", "{}");
    const refused = await runCommand("handoff", "index", path, "--progress", bad, "--json");
    expect(refused.exitCode).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      findings: [{ code: "malformed_progress" }, {}],
    });
  });
});

describe("baton handoff advise", () => {
  const advise = (...words: string[]) => runCommand("handoff", "advise", ...words);

  it("goes on, advises from 80 %, and requires a document from 85 %", async () => {
    expect((await advise("--used", "159999", "--touched", "1")).stdout).toBe("Go on.\n");
    expect((await advise("--used", "160000", "--touched", "1")).stdout).toBe(
      "Hand off at the next opportunity. 80 % of the context window is used.\n",
    );
    const { stdout } = await advise(
      "--used",
      "172000",
      "--tool-calls",
      "12",
      "--reads",
      "3=src/pager.ts",
      "--json",
    );
    expect(JSON.parse(stdout)).toEqual({
      action: "write",
      reasons: ["86 % of the context window is used", "src/pager.ts was read 3 times"],
      is_held_back: false,
    });
  });

  it("tells who continues by a progress file", async () => {
    const path = await write("p.json", JSON.stringify(PROGRESS));
    const words = ["--used", "1000", "--progress", path];
    expect((await advise(...words)).stdout).toBe("Go on.\n1 objective remains: the lead continues.\n");
    expect((await advise("--used", "x")).exitCode).toBe(2);
  });
});

describe("an agent that hands off", () => {
  it("starts a document, returns partial, marks the phase, and its successor reads the index", async () => {
    const at = (path: string) => join(root, path);
    await write("handoffs/phase-5-handoff.md", documentOf("task: 1"));
    const started = await runCommand(
      ...["handoff", "new", at("handoffs/phase-6-handoff.md"), "--root", root, "--phase", "6"],
      ...["--session", "s-1", "--now", "2026-03-01T10:00:00Z", "--json"],
    );
    const commit = git("rev-parse", "HEAD");
    expect(JSON.parse(started.stdout)).toMatchObject({ predecessor: "handoffs/phase-5-handoff.md", commit });
    const text = await readFile(at("handoffs/phase-6-handoff.md"), "utf8");
    expect(text).toContain(
      `phase: 6\ncreated_at: 2026-03-01T10:00:00.000Z\ncommit: ${commit}\nbranch: main\n`,
    );
    expect((await runCommand("handoff", "new", at("handoffs/phase-6-handoff.md"))).exitCode).toBe(1);

    await write("progress/phase-6-progress.json", JSON.stringify(PROGRESS));
    const partial = await runCommand(
      ...["handoff", "partial", "handoffs/phase-6-handoff.md", "--root", root, "--used", "172000"],
      ...["--progress", at("progress/phase-6-progress.json"), "--result", at("phases/phase-6-results.md")],
      ...["--write", at(".return-meta.json"), "--session", "s-1", "--now", "2026-03-01T10:00:00Z"],
    );
    expect(partial.stdout).toContain("partial, 86 % of the context window is used");
    expect(JSON.parse(await readFile(at(".return-meta.json"), "utf8"))).toMatchObject({
      status: "partial",
      partial_progress: {
        phases_completed: 1,
        phases_total: 2,
        handoff_path: "handoffs/phase-6-handoff.md",
      },
      metadata: { session_id: "s-1" },
    });
    expect(await readFile(at("phases/phase-6-results.md"), "utf8")).toContain(
      "**Handoff**: handoffs/phase-6-handoff.md",
    );

    await write("handoffs/phase-6-handoff.md", documentOf("task: 1", "Prove the order."));
    const { stdout } = await runCommand("handoff", "index", "--root", root);
    expect(stdout).toContain("Immediate next action: Prove the order.");
  });

  it("archives the document of a complete phase, and moves a large text out of the context", async () => {
    await write("handoffs/phase-6-handoff.md", documentOf("task: 1"));
    const path = await write("progress/phase-6-progress.json", JSON.stringify(PROGRESS));
    expect((await runCommand("handoff", "archive", root)).stdout).toContain("No phase");
    await runCommand("progress", "update", path, "--objective", "2", "--status", "done");
    expect((await runCommand("handoff", "archive", root)).stdout).toBe(
      "handoffs/phase-6-handoff.md → handoffs/archive/phase-6-handoff.md\n",
    );
    const large = await write("log.txt", "one\ntwo\n");
    const { stdout } = await runCommand("offload", large, "--folder", join(root, "kept"), "--json");
    expect(JSON.parse(stdout)).toMatchObject({ lines: 2, preview: "one\ntwo" });
  });
});

describe("baton progress init and next", () => {
  it("start a file that is never replaced, and tell who continues", async () => {
    const path = join(root, "progress/phase-7-progress.json");
    const words = ["progress", "init", path, "--phase", "7", "--objective", "Pages load", "Pages are right"];
    expect((await runCommand(...words)).stdout).toBe(`${path}: 2 objectives, none started.\n`);
    expect((await runCommand(...words)).exitCode).toBe(1);
    expect((await runCommand("progress", "next", path)).stdout).toBe(
      "2 objectives remain: start a new agent.\n1. Pages load (not_started)\n2. Pages are right (not_started)\n",
    );
  });
});

describe("baton handoff staleness", () => {
  it("computes staleness from the repository", async () => {
    const path = await write("h.md", documentOf(`commit: ${git("rev-parse", "--short", "HEAD")}`));
    expect(await runCommand("handoff", "staleness", path, "--root", root)).toMatchObject({
      exitCode: 0,
      stdout: `${path}: FRESH: nothing has changed since.\n`,
    });
    await rm(join(root, "src/pager.ts"));
    git("commit", "--quiet", "--all", "-m", "gone");
    const { exitCode, stdout } = await runCommand("handoff", "staleness", path, "--root", root, "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      level: "VERY_STALE",
      commit: "known",
      commits_since: 1,
      has_diverged: false,
      reasons: ["1 of 1 files missing: src/pager.ts", "1 commit since"],
      referenced_files: ["src/pager.ts"],
      missing_files: ["src/pager.ts"],
      changed_files: [],
    });
  });
});

describe("baton handoff chain", () => {
  it("lists documents newest first, from folders and files", async () => {
    await write("handoffs/archive/phase-1-handoff.md", documentOf("task: 1"));
    await write("handoffs/phase-2-handoff.md", documentOf("predecessor: phase-1-handoff.md"));
    await write("handoffs/notes.md", documentOf("predecessor: gone.md"));
    const last = await write(
      "last.md",
      documentOf("predecessor: handoffs/phase-2-handoff.md\ncreated_at: 2026-03-01T10:00Z"),
    );
    const words = ["handoff", "chain", join(root, "handoffs"), last, "--root", root];
    const { exitCode, stdout } = await runCommand(...words);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("last.md\n  handoffs/phase-2-handoff.md\n    handoffs/archive/phase-1-handoff.md\n");
    expect(JSON.parse((await runCommand(...words, "--json")).stdout)).toMatchObject({
      ok: true,
      findings: [],
    });
  });

  it("reports a predecessor that does not exist", async () => {
    const path = await write("h.md", documentOf("predecessor: gone.md"));
    const { exitCode, stdout } = await runCommand("handoff", "chain", path, "--root", root);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      "error dead_predecessor at /0/predecessor\n  h.md names the predecessor gone.md, which does not exist\n",
    );
  });
});

describe("baton progress update", () => {
  const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));

  it("changes a status and a note, and adds an attempted approach", async () => {
    const path = await write("p.json", JSON.stringify(PROGRESS));
    const { exitCode, stdout } = await runCommand(
      "progress",
      "update",
      path,
      "--objective",
      "2",
      "--status",
      "done",
      "--note",
      "5 of 5",
      "--approach",
      "Keys",
      "--result",
      "worked",
      "--handoff",
      "--now",
      "2026-03-01T10:00:00Z",
    );
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `${path}: 2 of 2 objectives are complete.\n`,
    });
    expect(await read(path)).toEqual({
      ...PROGRESS,
      last_updated: "2026-03-01T10:00:00.000Z",
      objectives: [PROGRESS.objectives[0], { ...PROGRESS.objectives[1], status: "done", note: "5 of 5" }],
      approaches_tried: [...PROGRESS.approaches_tried, { approach: "Keys", result: "worked" }],
      handoff_count: 1,
    });
  });

  it("replaces the whole state, and rejects one that changes the objectives", async () => {
    const path = await write("p.json", JSON.stringify(PROGRESS));
    const moved = await write(
      "q.json",
      JSON.stringify({ ...PROGRESS, objectives: [], approaches_tried: [] }),
    );
    const refused = await runCommand("progress", "update", path, "--with", moved, "--json");
    expect(refused.exitCode).toBe(1);
    const { findings } = JSON.parse(refused.stdout);
    expect(findings.map(({ code }: { code: string }) => code)).toEqual([
      "approach_removed",
      "objective_removed",
      "objective_removed",
    ]);
    expect(await read(path)).toEqual(PROGRESS);
    const next = { ...PROGRESS, current_objective: 1 };
    const better = await write("r.json", JSON.stringify(next));
    expect((await runCommand("progress", "update", path, "--with", better)).exitCode).toBe(0);
    expect(await read(path)).toEqual(next);
  });

  it("explains invalid arguments", async () => {
    const path = await write("p.json", JSON.stringify(PROGRESS));
    for (const words of [
      [],
      ["--status", "done"],
      ["--objective", "1"],
      ["--approach", "x"],
      ["--with", path, "--current", "1"],
      ["--objective", "1", "--status", "perhaps"],
    ]) {
      const { exitCode, stderr } = await runCommand("progress", "update", path, ...words);
      expect(exitCode, words.join(" ")).toBe(2);
      expect(stderr).toMatch(/^baton: /);
    }
    const unknown = await runCommand("progress", "update", path, "--current", "9");
    expect(unknown).toMatchObject({
      exitCode: 1,
      stderr: "baton: Not changed: unknown objective 9; the objectives are 1, 2.\n",
    });
    const gone = await runCommand("progress", "update", join(root, "none.json"), "--current", "1");
    expect(gone.stderr).toContain("does not exist. Check the path.");
  });
});
