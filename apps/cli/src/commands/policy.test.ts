import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLE_POLICY } from "@baton/core/policy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

let folder: string;
const files: Record<string, string> = {};

async function write(name: string, content: unknown): Promise<void> {
  files[name] = join(folder, `${name}.json`);
  await writeFile(files[name], typeof content === "string" ? content : JSON.stringify(content));
}

const run = (command: string, name: string, ...words: string[]) =>
  runCommand("policy", command, files[name] ?? "", ...words);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-policy-"));
  await write("sample", SAMPLE_POLICY);
  await write("doubtful", {
    policies: {
      multi_agent_handoffs: {
        default_handoff_mode: "everything",
        agent_handoff_rules: [
          { rule_id: "1st", from_agent_id: "a", to_agent_id: "b", expires_at: "2026-01-02T00:00:00Z" },
          { rule_id: "2nd", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["x", "api_keys"] },
        ],
      },
    },
  });
  await write("narrow", {
    multi_agent_handoffs: {
      default_handoff_mode: "minimal",
      agent_handoff_rules: [
        { rule_id: "2nd", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["x"] },
      ],
    },
  });
  await write("refused", { multi_agent_handoffs: { blocked_context_fields: ["a["] } });
  await write("broken", "{");
  const glob = { rule_id: "keys", detector: "file_path", pattern: "[z-a]", action: "block" };
  await write("withholding", { multi_agent_handoffs: { content_rules: [glob] } });
});

afterAll(() => rm(folder, { recursive: true }));

describe("baton policy test", () => {
  it("runs the tests of a policy, and exits with 1 if one fails", async () => {
    const test = (name: string, absent: string) => ({
      name,
      from: "a",
      to: "b",
      context: { prior_outputs: { a: { x: 1, notes: 2 } } },
      expect: { absent: [absent] },
    });
    const section = (absent: string) => ({
      multi_agent_handoffs: {
        default_handoff_mode: "full",
        blocked_context_fields: ["notes"],
        policy_tests: [test("notes stay", "a.notes"), test("other", absent)],
      },
    });
    await write("passing", section("a.notes"));
    const passing = await run("test", "passing");
    expect([passing.exitCode, passing.stdout]).toEqual([
      0,
      `pass notes stay\npass other\n\n${files.passing}: 2 of 2 policy tests pass.\n`,
    ]);
    await write("failing", section("a.x"));
    const failing = await run("test", "failing");
    expect([failing.exitCode, failing.stdout]).toEqual([
      1,
      `pass notes stay\nFAIL other\n  \`a.x\` passes\n\n${files.failing}: 1 of 2 policy tests pass.\n`,
    ]);
    const json = await run("test", "failing", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      tests: [{ passes: true }, { name: "other", passes: false, failures: ["`a.x` passes"], rule_id: null }],
    });
  });
});

describe("baton policy lint", () => {
  it("exits with 0 without findings", async () => {
    const { exitCode, stdout } = await run("lint", "sample");
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`${files.sample}: 5 rules, no findings.\n`);
  });

  it("prints path, message and hint of each finding, and exits with 1", async () => {
    const { exitCode, stdout } = await run("lint", "doubtful", "--now", "2026-01-02");
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    const found = await run("lint", "doubtful", "--now", "2026-01-02T00:00:00Z");
    expect(found.exitCode).toBe(1);
    expect(found.stdout).toBe(
      [
        "warning unknown_handoff_mode at /policies/multi_agent_handoffs/default_handoff_mode",
        '  the value ("everything") is unknown to this release, so it is treated as minimal',
        '  Use "full" or "scoped" or "minimal".',
        "",
        "warning expired_rule at /policies/multi_agent_handoffs/agent_handoff_rules/0/expires_at",
        "  `1st` expired at 2026-01-02T00:00:00Z and has no effect",
        "  Delete it, or set a later expiry.",
        "",
        `${files.doubtful}: 2 rules, 2 findings.`,
        "",
      ].join("\n"),
    );
  });

  it("compiles the patterns of content rules", async () => {
    const { exitCode, stdout } = await run("lint", "withholding");
    expect(exitCode).toBe(1);
    expect(stdout).toContain("error pattern_invalid at /multi_agent_handoffs/content_rules/0/pattern\n");
  });

  it("prints one JSON object with --json", async () => {
    const { exitCode, stdout } = await run("lint", "sample", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      findings: [],
      policy_version: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ["refused", "malformed_field_pattern", "/multi_agent_handoffs/blocked_context_fields/0"],
    ["broken", "not_json", ""],
  ])("rejects a document that is %s", async (name, code, path) => {
    const { exitCode, stdout } = await run("lint", name, "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [{ code, path, severity: "error" }] });
    const { stdout: text } = await run("lint", name);
    expect(text).toContain(`${files[name]} is invalid.\nerror ${code} at ${path || "the whole document"}\n`);
  });

  it("reports a missing file", async () => {
    const { exitCode, stderr } = await runCommand("policy", "lint", join(folder, "absent.json"));
    expect([exitCode, stderr]).toEqual([
      1,
      `baton: ${join(folder, "absent.json")} does not exist. Check the path.\n`,
    ]);
  });
});

describe("baton policy match", () => {
  it("names the rule that applies, and explains why each other rule does not", async () => {
    const { exitCode, stdout } = await run(
      "match",
      "sample",
      "--from",
      "fraud_agent",
      "--to",
      "explainability_agent",
    );
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        "`all_to_explainability` applies, in mode full: it names any sender and the receiver.",
        "→ all_to_explainability: It names any sender and the receiver. No rule in force is more specific or earlier.",
        "",
      ].join("\n"),
    );
  });

  it("uses the given time", async () => {
    const words = ["--from", "a", "--to", "b", "--json"];
    const before = await run("match", "doubtful", ...words, "--now", "2026-01-01T23:59:59Z");
    expect(JSON.parse(before.stdout)).toMatchObject({
      rule_id: "1st",
      mode: "scoped",
      specificity: "exact",
      position: 0,
    });
    const after = await run("match", "doubtful", ...words, "--now", "2026-01-02T00:00:00Z");
    expect(JSON.parse(after.stdout)).toMatchObject({
      rule_id: "2nd",
      candidates: [
        {
          rule_id: "1st",
          verdict: "expired",
          reason: "It expired at 2026-01-02T00:00:00Z and has no effect.",
        },
        { rule_id: "2nd", verdict: "applies" },
      ],
    });
  });

  it("requires both agents", async () => {
    const { exitCode, stderr } = await run("match", "sample", "--from", "a");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("required option '--to <agent>' not specified");
  });
});

describe("baton policy diff", () => {
  const now = ["--now", "2026-01-03T00:00:00Z"];

  it("describes how the effect of two policies differs", async () => {
    const { exitCode, stdout } = await run("diff", "doubtful", files.narrow ?? "", ...now);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        "This removes `api_keys` from 1 pair.",
        "Stricter only: nothing new can pass between any agents.",
        "a → b: 2nd (scoped) → 2nd (scoped)",
        "  - api_keys",
        "rule 2nd: changed",
        "  allowed_context_fields: -api_keys",
        "rule 1st: removed",
        "",
      ].join("\n"),
    );
  });

  it("explains why a change is not stricter-only", async () => {
    const { stdout } = await run("diff", "narrow", files.doubtful ?? "", ...now);
    expect(stdout).toContain(
      "This adds `api_keys` to 1 pair.\nNot stricter only: a → b: `api_keys` is allowed.\n",
    );
  });

  it("prints one JSON object with --json", async () => {
    const { stdout } = await run("diff", "doubtful", files.narrow ?? "", "--json", ...now);
    expect(JSON.parse(stdout)).toMatchObject({
      headline: "removes `api_keys` from 1 pair",
      stricter_only: true,
      loosening: null,
      pairs: [
        {
          from: "a",
          to: "b",
          newly_let_through: [],
          newly_blocked: [{ field: "api_keys", paths: ["a.api_keys"] }],
        },
      ],
      rules: [
        { rule_id: "2nd", kind: "changed", position_before: 1, position_after: 0 },
        { rule_id: "1st", kind: "removed", position_before: 0, position_after: null },
      ],
      settings: [],
    });
  });

  it("rejects invalid policies, and still prints one JSON object with --json", async () => {
    const { exitCode, stdout } = await run("diff", "refused", files.broken ?? "", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [{ code: "malformed_field_pattern" }] });
  });
});
