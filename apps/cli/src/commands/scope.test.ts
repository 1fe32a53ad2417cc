import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

const vectors = fileURLToPath(new URL("../../../../packages/core/conformance/scoping/", import.meta.url));
let folder: string;
let policy: string;
let context: string;

async function put(name: string, content: string | object | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(
    path,
    typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-scope-"));
  policy = await put("governance_policies.json", {
    multi_agent_handoffs: {
      blocked_context_fields: ["ssn"],
      agent_handoff_rules: [
        { rule_id: "r", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["x", "ssn"] },
      ],
    },
  });
  context = await put("context.json", {
    prior_outputs: { a: { x: 1, y: 2, ssn: 3 } },
    observations: [],
    original_input: null,
  });
});

afterAll(() => rm(folder, { recursive: true }));

const pair = ["--from", "a", "--to", "b"];

describe("baton scope", () => {
  it("prints the scoped context", async () => {
    const { exitCode, stdout } = await runCommand("scope", context, "--policy", policy, ...pair);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      prior_outputs: { a: { x: 1 } },
      observations: [],
      original_input: null,
      metadata: { from: "a", to: "b", policy_version: expect.any(String) },
      handoff_mode: "scoped",
      fields_filtered: ["a.ssn", "a.y"],
      translation_applied: false,
    });
  });

  it("prints the scoped messages of a history", async () => {
    const messages = [
      { role: "user", content: "Go on" },
      { role: "assistant", content: '{"x":1,"ssn":3}' },
      { role: "assistant", content: '{"x":2}' },
    ];
    const history = await put("history.json", { messages, authors: [null, "a", "c"] });
    const { stdout } = await runCommand("scope", history, "--messages", "--policy", policy, ...pair);
    expect(JSON.parse(stdout)).toEqual([messages[0], { role: "assistant", content: '{"x":1}' }]);

    const lines = await put("history.jsonl", `${JSON.stringify({ from: "a", to: "b", messages })}\n{}\n`);
    const batch = await runCommand("scope", lines, "--messages", "--batch", "--policy", policy);
    const [first, second] = batch.stdout.trim().split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ messages: [messages[0], {}, {}], rule_id: "r" });
    expect(JSON.parse(second ?? "")).toMatchObject({ error: { code: "malformed_handoff", path: "/from" } });
  });

  it("also prints the event, byte for byte the same for the same input", async () => {
    const fixed = ["--event", "--now", "2026-01-02T17:00:00Z", "--session", "s-1", "--event-id", "e-1"];
    const first = await runCommand("scope", context, "--policy", policy, ...pair, ...fixed);
    const second = await runCommand("scope", context, "--policy", policy, ...pair, ...fixed, "--json");
    expect(second.stdout).toBe(first.stdout);
    expect(JSON.parse(first.stdout)).toMatchObject({
      scoped: { handoff_mode: "scoped" },
      event: {
        event_id: "e-1",
        session_id: "s-1",
        timestamp: "2026-01-02T17:00:00.000Z",
        governance_rule_id: "r",
        scoping_state: "scoped",
      },
    });
  });

  it("prints the original context and the recorded effect if the policy is only observed", async () => {
    const config = await put("system_config.json", {
      multi_agent_handoffs: { enabled: false, observe: true },
    });
    const { stdout } = await runCommand(
      "scope",
      context,
      "--policy",
      policy,
      ...pair,
      "--event",
      "--config",
      config,
    );
    const { scoped, event } = JSON.parse(stdout);
    expect(scoped).toEqual(JSON.parse(await readFile(context, "utf8")));
    expect(event).toMatchObject({ scoping_state: "observed", fields_filtered: ["a.ssn", "a.y"] });
  });

  it("prints the original context without an event if the policy is off", async () => {
    const config = await put("off.json", {});
    const { stdout } = await runCommand(
      "scope",
      context,
      "--policy",
      policy,
      ...pair,
      "--event",
      "--config",
      config,
    );
    expect(JSON.parse(stdout)).toEqual({ scoped: JSON.parse(await readFile(context, "utf8")), event: null });
  });

  it.each<[string, string, string, string]>([
    ["a key twice", '{"prior_outputs":{"a":{"ssn":1,"ssn":2}}}', "duplicate_key", "/prior_outputs/a/ssn"],
    ["a number that would change", '{"original_input":9007199254740993}', "lossy_number", "/original_input"],
    ["no JSON", "secret", "not_json", ""],
    ["no object", "[]", "malformed_context", ""],
    ["outputs that are no object", '{"prior_outputs":[]}', "malformed_context", "/prior_outputs"],
    ["observations that are no array", '{"observations":{}}', "malformed_context", "/observations"],
    ["a reserved part", '{"metadata":{}}', "reserved_part_name", "/metadata"],
  ])("rejects a context with %s", async (_, content, code, path) => {
    const { exitCode, stdout } = await runCommand(
      "scope",
      await put("refused.json", content),
      "--policy",
      policy,
      ...pair,
    );
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { code, path, severity: "error", message: expect.any(String), hint: expect.any(String) },
    });
    expect(stdout).not.toContain("secret");
  });

  it("accepts a deeply nested value", async () => {
    const deep = `{"prior_outputs":{"a":{"x":${"[".repeat(20_000)}${"]".repeat(20_000)},"ssn":1}}}`;
    const { exitCode, stdout } = await runCommand(
      "scope",
      await put("deep.json", deep),
      "--policy",
      policy,
      ...pair,
      "--event",
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).event.scoping_state).toBe("fallback_minus_blocked");
    expect(stdout).not.toContain('"ssn"');
  });

  it("requires the agents, and rejects an invalid policy", async () => {
    expect((await runCommand("scope", context, "--policy", policy, "--from", "a")).exitCode).toBe(2);
    expect((await runCommand("scope", context, ...pair)).exitCode).toBe(2);
    const malformed = await put("malformed.json", {
      multi_agent_handoffs: { blocked_context_fields: ["a["] },
    });
    const { exitCode, stdout } = await runCommand("scope", context, "--policy", malformed, ...pair, "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [{ code: "malformed_field_pattern" }] });
    const missing = await runCommand("scope", context, "--policy", join(folder, "none.json"), ...pair);
    expect(missing).toMatchObject({ exitCode: 1, stdout: "" });
  });
});

describe("baton scope --batch", () => {
  it("prints the expected result of each conformance vector, one per line", {
    timeout: 120_000,
  }, async () => {
    for (const name of await readdir(vectors)) {
      const files = join(vectors, name);
      const batch = ["--policy", join(files, "policy.json"), "--batch"];
      const { exitCode, stdout } = await runCommand("scope", join(files, "cases.jsonl"), ...batch);
      const expected = (await readFile(join(files, "expected.jsonl"), "utf8")).trim().split("\n");
      const lines = stdout.trim().split("\n");
      expect({ name, exitCode, lines: lines.length }).toEqual({ name, exitCode: 0, lines: expected.length });
      lines.forEach((line, index) => {
        const answer = JSON.parse(line);
        const { metadata, translation_applied, ...scoped } = answer.scoped;
        // Compare as text, so that `__proto__` is compared too.
        expect(JSON.stringify({ ...answer, scoped }), `${name}, line ${index + 1}`).toBe(
          JSON.stringify(JSON.parse(expected[index] ?? "")),
        );
      });
    }
  });

  it("prints an error in place of each rejected line, continues, and exits with 1", async () => {
    const good = JSON.stringify({ from: "a", to: "b", context: { prior_outputs: { a: { x: 1 } } } });
    const lines = [
      good,
      '{"from":"a","to":"b","context":{"original_input":1e400}}',
      "",
      '{"from":"a","context":{}}',
      '{"from":"*","to":"b","context":{}}',
      "[]",
      `${good}\r`,
    ];
    const path = await put(
      "lines.jsonl",
      Buffer.concat([Buffer.from(`${lines.join("\n")}\n`), Buffer.from([0xff, 0x0a])]),
    );
    const { exitCode, stdout } = await runCommand("scope", path, "--policy", policy, "--batch");
    expect(exitCode).toBe(1);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ rule_id, error }) => rule_id ?? `${error.code} ${error.path}`)).toEqual([
      "r",
      "lossy_number /context/original_input",
      "malformed_handoff /to",
      "malformed_handoff /from",
      "malformed_handoff /from",
      "r",
      "not_utf8 ",
    ]);
  });

  it("derives event IDs from the given ID, numbered from the second on", async () => {
    const line = JSON.stringify({ from: "a", to: "c", context: {} });
    const path = await put("two.jsonl", `${line}\n${line}`);
    const fixed = ["--event", "--event-id", "e", "--now", "2026-01-01T00:00:00Z"];
    const { stdout } = await runCommand("scope", path, "--policy", policy, "--batch", ...fixed);
    const answers = stdout
      .trim()
      .split("\n")
      .map((answer) => JSON.parse(answer));
    expect(answers).toMatchObject([
      { rule_id: null, event: { event_id: "e" } },
      { rule_id: null, event: { event_id: "e:2" } },
    ]);
  });

  it("warns that a policy does not decide about names of further parts", async () => {
    const flat = await put("flat.json", { ssn: 1, claim: "x" });
    const { exitCode, stderr } = await runCommand(
      "scope",
      flat,
      "--policy",
      policy,
      "--from",
      "a",
      "--to",
      "b",
    );
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/no prior_outputs, observations or original_input.*“ssn”, “claim”/);
    const usual = await runCommand("scope", context, "--policy", policy, "--from", "a", "--to", "b");
    expect(usual.stderr).toBe("");
  });
});
