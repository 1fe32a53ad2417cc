import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSessionEvent } from "@baton/core/session";
import { sizeOfRun } from "@baton/core/test/soak";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { BLOCKED, hookPayload, ValidAnswer, writePayload } from "../test/hook-payload";
import { runHook } from "./run-hook";

const SECRET = BLOCKED;
const NOW = Date.UTC(2026, 5, 1, 12);

let project: string;

beforeEach(() => {
  for (const name of ["CLAUDE_PROJECT_DIR", "BATON_POLICY", "BATON_URL", "BATON_API_KEY"])
    vi.stubEnv(name, "");
  project = mkdtempSync(join(tmpdir(), "baton-decide-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true });
});

function put(name: string, document: unknown): void {
  mkdirSync(join(project, ".baton"), { recursive: true });
  const text = typeof document === "string" ? document : JSON.stringify(document);
  writeFileSync(join(project, ".baton", name), text);
}

function putPolicy(section: object = { blocked_context_fields: ["ssn"] }): void {
  put("policy.json", { multi_agent_handoffs: section });
}

function ask(fields: object) {
  const common = { session_id: "s1", cwd: project, hook_event_name: "PreToolUse", tool_use_id: "toolu_1" };
  const input = JSON.stringify({ ...common, ...fields });
  return runHook({ input, workingDirectory: project, now: NOW });
}

const agent = (prompt: string, subagent_type = "reviewer") => ({
  tool_name: "Agent",
  tool_input: { prompt, description: "Review", subagent_type },
});

const Line = z.looseObject({ event_type: z.string() });

function logged() {
  const folder = join(project, ".claude", "logs");
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter(Boolean)
    .map((line) => Line.parse(JSON.parse(line)));
}

const decisions = () => logged().filter(({ event_type }) => event_type === "handoff_decision");

describe("a prompt for a subagent", () => {
  it("passes without a policy, and is recorded as observed", async () => {
    expect(await ask(agent(`ssn: ${SECRET}`))).toBeNull();
    expect(decisions()).toMatchObject([
      { kind: "delegation", from_agent_id: "main", to_agent_id: "reviewer", scoping_state: "observed" },
    ]);
  });

  it("loses what the policy blocks, and keeps the rest of the tool's input", async () => {
    putPolicy();
    const answer = await ask(agent(`Look up.\nssn: ${SECRET}`));
    expect(answer?.hookSpecificOutput?.updatedInput).toEqual({
      ...agent("").tool_input,
      prompt: "Look up.\nssn: [redacted: blocked_in_text]",
    });
    expect(logged().map(({ event_type }) => event_type)).toEqual(["policy_seen", "handoff_decision"]);
    expect(logged().map((event) => readSessionEvent(event).ok)).toEqual([true, true]);
    expect(decisions()).toMatchObject([{ scoping_state: "scoped", fields_filtered: ["prompt.ssn"] }]);
    expect(JSON.stringify(logged())).not.toContain(SECRET);
  });

  it("follows the rule of its caller and receiver", async () => {
    const rule = {
      rule_id: "r",
      from_agent_id: "planner",
      to_agent_id: "reviewer",
      blocked_context_fields: ["ssn"],
    };
    putPolicy({ agent_handoff_rules: [rule] });
    expect(await ask(agent(`ssn: ${SECRET}`))).toBeNull();
    const nested = {
      ...agent(`ssn: ${SECRET}`),
      agent_id: "a1",
      agent_type: "planner",
      tool_use_id: "toolu_2",
    };
    expect(JSON.stringify(await ask(nested))).not.toContain(SECRET);
    expect(decisions()[1]).toMatchObject({ from_agent_id: "planner", governance_rule_id: "r" });
  });

  it("is not changed by a rule that only observes, and the record has what it would have changed", async () => {
    const rule = { rule_id: "next", from_agent_id: "main", to_agent_id: "reviewer", state: "observe" };
    putPolicy({
      blocked_context_fields: ["ssn"],
      agent_handoff_rules: [{ ...rule, blocked_context_fields: ["notes"] }],
    });
    const answer = await ask(agent(`notes: private\nssn: ${SECRET}`));
    expect(JSON.stringify(answer)).toContain("notes: private");
    const [event] = logged().filter(({ event_type }) => event_type === "handoff_decision");
    expect(event).toMatchObject({
      fields_filtered: ["prompt.ssn"],
      observed_rules: {
        rule_ids: ["next"],
        governance_rule_id: "next",
        would_remove: ["prompt.notes"],
        would_pass: [],
      },
    });
    const read = readSessionEvent(event);
    expect(read.ok && read.record.handoff?.observedRules).toMatchObject({ rule_ids: ["next"] });
  });

  it("passes in observe mode, and the record lists the fields to remove", async () => {
    putPolicy();
    put("system_config.json", { multi_agent_handoffs: { enabled: true, observe: true } });
    expect(await ask(agent(`ssn: ${SECRET}`))).toBeNull();
    expect(decisions()).toMatchObject([{ scoping_state: "observed", fields_filtered: ["prompt.ssn"] }]);
  });

  it("is denied by a client that ignores changed prompts", async () => {
    putPolicy();
    const transcript = join(project, "transcript.jsonl");
    writeFileSync(transcript, '{"type":"user","version":"2.1.80"}\n');
    const answer = await ask({ ...agent(`ssn: ${SECRET}`), transcript_path: transcript });
    expect(answer?.hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("prompt.ssn"),
    });
    expect(decisions()).toMatchObject([{ scoping_state: "denied_rule", tokens_after: 0 }]);
  });

  it("is denied if the policy cannot be read, and passes if its server is away", async () => {
    put("policy.json", "{");
    const answer = await ask(agent("hello"));
    expect(answer?.hookSpecificOutput?.permissionDecisionReason).toContain("cannot read the policy");
    rmSync(join(project, ".baton"), { recursive: true });
    vi.stubEnv("HOME", project);
    vi.stubEnv("BATON_URL", "http://127.0.0.1:9");
    vi.stubEnv("BATON_API_KEY", "key");
    expect((await ask(agent("hello")))?.systemMessage).toContain("the server does not respond");
    putPolicy({});
    expect((await ask(agent("hello")))?.systemMessage).toContain(
      "policy.json in place of the live policy: the server",
    );
  });

  it("loses what content rules redact, and is denied if one blocks", async () => {
    const redact = { rule_id: "no_ssns", to_agent_id: "reviewer", detector: "us_ssn", action: "redact" };
    const block = { rule_id: "no_keys", detector: "file_path", pattern: "**/*.pem", action: "block" };
    putPolicy({ content_rules: [redact, block] });
    const answer = await ask(agent(`The number is ${SECRET}.`));
    expect(answer?.hookSpecificOutput?.updatedInput).toMatchObject({
      prompt: "The number is [redacted: no_ssns].",
    });
    expect(answer?.systemMessage).toContain("no_ssns (redact) found 1 in prompt");
    expect(await ask(agent(`The number is ${SECRET}.`, "clerk"))).toBeNull();
    const denied = await ask(agent("Read certs/server.pem", "clerk"));
    expect(denied?.hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("no_keys"),
    });
    const found = { rule_id: "no_ssns", detector: "us_ssn", path: "prompt", count: 1, action: "redact" };
    expect(decisions()).toMatchObject([
      { scoping_state: "scoped", content_findings: [found] },
      { scoping_state: "scoped" },
      { scoping_state: "denied_rule", tokens_after: 0 },
    ]);
    expect(logged().every((event) => readSessionEvent(event).ok)).toBe(true);
  });

  it("loses a secret, also with escapes in JSON", async () => {
    putPolicy({ content_rules: [{ rule_id: "no_secrets", detector: "secret", action: "redact" }] });
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const escaped = token.replace("g", String.raw`\u0067`);
    for (const prompt of [`Use ${token}.`, `Use {"note": "${escaped}"}.`]) {
      const answer = await ask(agent(prompt));
      expect(JSON.stringify(answer)).toContain("[redacted: no_secrets]");
      expect(JSON.stringify(answer)).not.toContain(token.slice(4));
    }
    expect(await ask(agent("Nothing to hide"))).toBeNull();
  });

  it("is denied if a content rule cannot be applied", async () => {
    putPolicy({ content_rules: [{ rule_id: "c", detector: "pattern", pattern: "(", action: "redact" }] });
    const answer = await ask(agent("hello"));
    expect(answer?.hookSpecificOutput?.permissionDecisionReason).toContain("pattern of the content rule c");
    expect(decisions()).toMatchObject([{ scoping_state: "denied_error" }]);
  });

  it("is decided even if nothing can be recorded", async () => {
    putPolicy();
    writeFileSync(join(project, ".claude"), "a file");
    expect(JSON.stringify(await ask(agent(`ssn: ${SECRET}`)))).toContain("redacted");
  });

  it("is decided by the receiver's type if a message names its ID", async () => {
    const rule = { rule_id: "r", from_agent_id: "*", to_agent_id: "clerk", blocked_context_fields: ["ssn"] };
    putPolicy({ agent_handoff_rules: [rule] });
    await ask({ hook_event_name: "SubagentStart", agent_id: "abd936d5", agent_type: "clerk" });
    const message = { to: "abd936d5", message: `ssn: ${SECRET}`, content: `ssn: ${SECRET}` };
    const answer = await ask({ tool_name: "SendMessage", tool_input: message });
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(decisions()).toMatchObject([
      { kind: "message", to_agent_id: "clerk", to_instance_id: "abd936d5" },
    ]);
  });
});

/** Returns all texts; names of agents are not scoped. */
function textsOf(answer: Awaited<ReturnType<typeof runHook>>): string {
  const { subagent_type, to, ...texts } = answer?.hookSpecificOutput?.updatedInput ?? {};
  return JSON.stringify(texts);
}

describe("any payload of a hook", () => {
  it("is answered as the client accepts, recorded as readable events, and passes nothing blocked on", async () => {
    putPolicy();
    await fc.assert(
      fc.asyncProperty(hookPayload, async (fields) => {
        const input = writePayload(fields, project);
        const answer = await runHook({ input, workingDirectory: project, now: NOW });
        expect(ValidAnswer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
        expect(textsOf(answer)).not.toContain(SECRET);
      }),
      { numRuns: sizeOfRun({ suite: 200, soak: 20_000 }) },
    );
    expect(logged().filter((event) => !readSessionEvent(event).ok)).toEqual([]);
    expect(decisions().length).toBeGreaterThan(0);
  });
});
