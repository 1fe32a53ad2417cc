import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

const GOOD = {
  from_agent: "top-down-analyzer",
  artifact_type: "research",
  timestamp: "2026-01-05T10:30:00Z",
  scope: "How customers sign in today",
  summary: {
    key_insights: ["Tokens expire after an hour"],
    constraints: ["The mobile app needs the present tokens"],
  },
  required_reading: [{ file: "routes.md", description: "All routes" }],
  artifacts_directory: "artifacts/top-down-analyzer/good/",
  detail_files: ["routes.md", "full-analysis.md"],
};
const BAD = {
  ...GOOD,
  from_agent: "poet",
  summary: { key_insights: ["They do"] },
  required_reading: [],
  artifacts_directory: "artifacts/poet/bad",
  detail_files: ["../../../secret.txt"],
};

let root: string;
let good: string;
let bad: string;
let none: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "baton-gate-")));
  good = join(root, "artifacts/top-down-analyzer/good");
  bad = join(root, "artifacts/poet/bad");
  none = join(root, "artifacts/poet/none");
  await write(join(good, "manifest.json"), JSON.stringify(GOOD));
  await write(join(good, "routes.md"), "one two three four five six seven eight nine ten");
  await write(join(good, "full-analysis.md"), "one ".repeat(1_000));
  await write(join(bad, "manifest.json"), JSON.stringify(BAD));
  await write(join(none, "notes.md"), "");
  await write(join(root, "broken/manifest.json"), "{");
  await write(join(root, "secret.txt"), "SECRET");
  await write(join(root, "rollout.json"), JSON.stringify({ default: "enforce", agents: { poet: "warn" } }));
  await write(
    join(root, "small.json"),
    JSON.stringify({ default: "enforce", budgets: { manifestTokens: 10 } }),
  );
  await write(join(root, "misspelt.json"), JSON.stringify({ defualt: "enforce" }));
});

afterAll(() => rm(root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

describe("baton gate", () => {
  it("passes a valid manifest, and prints its sizes", async () => {
    const { exitCode, stdout } = await runCommand("gate", good);
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "✅ QUALITY GATE PASSED: Manifest validation successful
         Manifest size: 99 tokens
         Required reading: 10 tokens
         Total handoff: 109 tokens
         Compression ratio: 10.2x
      "
    `);
  });

  it("blocks a manifest with errors, and lists each error", async () => {
    const { exitCode, stdout } = await runCommand("gate", bad, "--phase", "enforce");
    expect(exitCode).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "❌ QUALITY GATE FAILED: Manifest validation errors:
         - path_escapes_directory at /detail_files/0: the path leads out of the folder, so that it was not opened
         - missing_constraints at /summary/constraints: the research names no constraints
      "
    `);
  });

  it("reports errors as warnings in phase warn", async () => {
    const { exitCode, stdout } = await runCommand("gate", bad, "--phase", "warn");
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "⚠️  Manifest validation warnings:
         - path_escapes_directory at /detail_files/0: the path leads out of the folder, so that it was not opened
         - unknown_agent at /from_agent: \`poet\` is not in the registry of agents
         - missing_constraints at /summary/constraints: the research names no constraints
      ✅ QUALITY GATE PASSED: Errors do not stop phase warn
         Manifest size: 69 tokens
         Required reading: 0 tokens
         Total handoff: 69 tokens
         Compression ratio: not known
      "
    `);
  });

  it("only records errors in phase observe", async () => {
    const { exitCode, stdout } = await runCommand("gate", bad, "--phase", "observe");
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "⚠️  Manifest validation warnings:
         - unknown_agent at /from_agent: \`poet\` is not in the registry of agents
      ⚠️  Errors, which phase observe does not stop:
         - path_escapes_directory at /detail_files/0: the path leads out of the folder, so that it was not opened
         - missing_constraints at /summary/constraints: the research names no constraints
      ✅ QUALITY GATE PASSED: Errors do not stop phase observe
         Manifest size: 69 tokens
         Required reading: 0 tokens
         Total handoff: 69 tokens
         Compression ratio: not known
      "
    `);
  });

  it.each([
    ["enforce", 1, "❌ QUALITY GATE FAILED: No manifest.json found\n   Expected: "],
    ["warn", 0, "⚠️  QUALITY GATE PASSED WITH A WARNING: No manifest.json found\n   Expected: "],
    [
      "observe",
      0,
      "✅ QUALITY GATE PASSED: Nothing to measure in phase observe\n   No manifest.json found\n   Expected: ",
    ],
  ])("reports a missing manifest in phase %s", async (phase, code, text) => {
    const { exitCode, stdout } = await runCommand("gate", none, "--phase", phase);
    expect(stdout).toBe(`${text}${join(none, "manifest.json")}\n`);
    expect(exitCode).toBe(code);
  });

  it("blocks a manifest that is not JSON", async () => {
    const { exitCode, stdout } = await runCommand("gate", join(root, "broken"));
    expect(exitCode).toBe(1);
    expect(stdout).toBe(
      "❌ QUALITY GATE FAILED: Invalid manifest JSON: the text is not JSON, from character 1 on\n",
    );
  });

  it("reads the agent's phase and the limits from a rollout", async () => {
    const rollout = ["--rollout", join(root, "rollout.json")];
    expect((await runCommand("gate", bad, ...rollout)).exitCode).toBe(0);
    expect((await runCommand("gate", none, ...rollout)).exitCode).toBe(0);
    expect((await runCommand("gate", join(root, "broken"), ...rollout)).exitCode).toBe(1);
    const small = await runCommand("gate", good, "--rollout", join(root, "small.json"));
    expect(small.exitCode).toBe(1);
    expect(small.stdout).toContain("manifest_too_large");
  });

  it("rejects an invalid rollout and a missing folder", async () => {
    const misspelt = await runCommand("gate", good, "--rollout", join(root, "misspelt.json"));
    expect(misspelt.exitCode).toBe(1);
    expect(misspelt.stderr).toContain(
      'is not a valid handoff_rollout: the whole: Unrecognized key: "defualt".',
    );
    expect((await runCommand("gate", join(root, "nowhere"))).stderr).toContain("does not exist");
    expect((await runCommand("gate", good, "--phase", "block")).exitCode).toBe(2);
    expect((await runCommand("gate", good, "--phase", "warn", "--rollout", "x")).exitCode).toBe(2);
  });

  it("prints one JSON object with --json", async () => {
    const { exitCode, stdout } = await runCommand("gate", bad, "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      phase: "enforce",
      passes: false,
      compliant: false,
      required_reading_tokens: 0,
    });
  });
});

describe("baton validate-manifest", () => {
  it("validates a manifest, its folder, or all manifests of a project", async () => {
    for (const path of [good, join(good, "manifest.json")]) {
      const { exitCode, stdout } = await runCommand("validate-manifest", path);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(
        /^\S+manifest\.json: research, \d+ tokens, no findings\.\nConstraints that no later manifest names:\n {2}- The mobile app needs the present tokens\n$/,
      );
    }
    const { exitCode, stdout } = await runCommand("validate-manifest", root, "--json");
    expect(exitCode).toBe(1);
    const { ok, manifests } = JSON.parse(stdout);
    expect(ok).toBe(false);
    expect(manifests.map((manifest: { path: string; ok: boolean }) => [manifest.path, manifest.ok])).toEqual([
      [join(bad, "manifest.json"), false],
      [join(good, "manifest.json"), true],
      [join(root, "broken/manifest.json"), false],
    ]);
    expect(stdout).not.toContain("SECRET");
  });

  it("prints the position, the problem and a hint for each finding", async () => {
    const { exitCode, stdout } = await runCommand("validate-manifest", bad);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      "error missing_constraints at /summary/constraints\n  the research names no constraints\n  List up to 5",
    );
    expect(stdout).toContain("manifest.json: research, ");
    expect(stdout).toContain(" tokens, 3 findings.\n");
  });

  it("reports that a folder contains no manifests", async () => {
    const nothing = await runCommand("validate-manifest", none);
    expect(nothing.exitCode).toBe(1);
    expect(nothing.stderr).toContain("contains no manifest.json");
    const other = await runCommand("validate-manifest", join(none, "notes.md"));
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain("is not a manifest");
  });
});
