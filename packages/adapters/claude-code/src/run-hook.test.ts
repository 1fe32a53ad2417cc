import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSessionEvent } from "@baton/core/session";
import { countTokens } from "@baton/core/tokens";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dismissSuggestions } from "./advice";
import { runHook } from "./run-hook";

const NOW = Date.UTC(2026, 5, 1, 12);

let project: string;
let transcript: string;

beforeEach(() => {
  vi.stubEnv("CLAUDE_PROJECT_DIR", "");
  project = mkdtempSync(join(tmpdir(), "baton-hook-"));
  transcript = join(project, "transcript.jsonl");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true });
});

/** Returns the answer to an event as JSON. */
function answerTo(event: string, fields: object = {}, windowTokens?: number) {
  const common = { session_id: "s1", transcript_path: transcript, cwd: project, permission_mode: "default" };
  const input = JSON.stringify({ ...common, hook_event_name: event, ...fields });
  return runHook({ input, workingDirectory: project, windowTokens, now: NOW });
}

/** Returns what an event tells the user. */
async function hook(event: string, fields: object = {}, windowTokens?: number): Promise<string | null> {
  return (await answerTo(event, fields, windowTokens))?.systemMessage ?? null;
}

function tool(id: number, fields: object = {}): Promise<string | null> {
  const call = { tool_name: "Read", tool_input: {}, tool_response: {}, tool_use_id: `toolu_${id}` };
  return hook("PostToolUse", { ...call, ...fields });
}

async function tools(count: number, from = 0): Promise<(string | null)[]> {
  const said: (string | null)[] = [];
  for (let id = from; id < from + count; id += 1) said.push(await tool(id));
  return said;
}

function logPath(session = "s1"): string {
  return join(project, ".claude", "logs", `baton-${session}.jsonl`);
}

function logged(session?: string): Record<string, unknown>[] {
  const lines = readFileSync(logPath(session), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function answer(tokens: number, fields: object = {}, model?: string): object {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 997,
    cache_read_input_tokens: tokens - 1_000,
  };
  return {
    type: "assistant",
    isSidechain: false,
    message: { role: "assistant", model, usage, content: [] },
    ...fields,
  };
}

function boundary(metadata: object = { trigger: "auto", preTokens: 167_731 }): object {
  return { type: "system", subtype: "compact_boundary", uuid: "boundary-1", compactMetadata: metadata };
}

function say(...lines: object[]): void {
  appendFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

describe("tool calls", () => {
  it("REQ-5.4: are each recorded with name and context size, without content", async () => {
    say(answer(80_000));
    await tool(1, { tool_input: { command: "cat secret.txt" }, tool_response: { stdout: "hunter2" } });
    expect(logged()).toEqual([
      {
        event_type: "tool_call",
        event_id: "toolu_1:tool_call",
        session_id: "s1",
        agent_id: "main",
        timestamp: "2026-06-01T12:00:00.000Z",
        tool_name: "Read",
        context_tokens: 80_000,
      },
    ]);
  });

  it("REQ-5.2: suggest a compaction once, at the 50th call", async () => {
    const said = await tools(60);
    expect(said.findIndex((message) => message !== null)).toBe(49);
    expect(said.filter((message) => message !== null)).toEqual([expect.stringContaining("50 tool calls")]);
  });

  it("REQ-5.1: suggest a compaction once, from 70 % of the window", async () => {
    say(answer(139_000));
    expect(await tool(1)).toBeNull();
    say(answer(141_000));
    expect(await tool(2)).toContain("70 % of the context window");
    expect(await tool(3)).toBeNull();
  });

  it("use a larger window if one is given", async () => {
    say(answer(700_000));
    expect(await hook("PostToolUse", {}, 1_000_001)).toBeNull();
    expect(await hook("PostToolUse", {}, 1_000_000)).toContain("70 %");
  });

  it("REQ-5.3: suggest nothing after a dismissal, until the next compaction", async () => {
    say(answer(150_000));
    await hook("SessionStart", { source: "startup" });
    expect(dismissSuggestions(project, NOW)).toContain("suggests no compaction");
    expect((await tools(60)).every((message) => message === null)).toBe(true);
    await hook("PostCompact", { trigger: "manual" });
    expect(await tool(100)).toContain("75 %");
  });

  it("suggest nothing in the latest session after a user dismisses suggestions", async () => {
    await tool(1);
    dismissSuggestions(project, NOW);
    expect(logged().at(-1)).toMatchObject({ event_type: "suggestions_dismissed" });
  });

  it("are counted from zero after a compaction", async () => {
    await tools(49);
    await hook("PostCompact", { trigger: "auto" });
    expect((await tools(49, 100)).every((said) => said === null)).toBe(true);
    expect(await tool(200)).toContain("50 tool calls");
  });

  it("also count if they failed, which Claude Code reports by another event", async () => {
    await tools(49);
    expect(await tool(49, { hook_event_name: "PostToolUseFailure", error: "Exit code 2" })).toContain(
      "50 tool calls",
    );
    expect(logged().filter(({ failed }) => failed === true)).toHaveLength(1);
  });

  it("use the window that Claude Code reports, unless one is given", async () => {
    say(answer(150_000));
    expect(await tool(1)).toContain("75");
    say({ type: "user", toolUseResult: { resolvedModel: "claude-opus-4-8[1m]" } });
    await hook("PostCompact", { trigger: "auto" });
    say(answer(150_000));
    expect(await tool(2)).toBeNull();
    const input = { hook_event_name: "PostToolUse", tool_name: "Read", tool_use_id: "toolu_3" };
    expect(await hook("PostToolUse", input, 200_000)).toContain("75");
  });

  it("use the window that the server sets for the model, as of the last prompt, unless one is given", async () => {
    const budgets: { windowTokens?: number } = {};
    const server = createServer((_request, response) => {
      // A workspace without a policy has settings, too.
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ rollout: { budgets, windows: { "model-a": 400_000 } } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server listens on a port");
    vi.stubEnv("BATON_URL", `http://127.0.0.1:${address.port}`);
    vi.stubEnv("BATON_API_KEY", "key");
    vi.stubEnv("HOME", project);
    await hook("SessionStart", { source: "startup" });
    say(answer(150_000, {}, "model-a"));
    expect(await tool(1)).toBeNull();
    say(answer(150_000, {}, "model-b"));
    expect(await tool(2)).toContain("75 %");
    server.close();
    await hook("PostCompact", { trigger: "manual" });
    await hook("UserPromptSubmit");
    say(answer(300_000, {}, "model-a"));
    expect(await tool(3)).toContain("75 %");
  });

  it("count once if two hooks report them, and separately for subagents", async () => {
    for (let round = 0; round < 60; round += 1) {
      await tool(round % 40);
      await tool(1_000 + round, { agent_id: "sub-1", agent_type: "Explore" });
    }
    expect(logged().filter(({ event_type }) => event_type === "compaction_suggested")).toEqual([]);
    expect(logged().filter(({ agent_id }) => agent_id === "sub-1")).toHaveLength(60);
  });
});

describe("compactions", () => {
  it("REQ-4.1, REQ-4.2, REQ-4.3, REQ-4.4: are recorded with sizes before and after, as a readable compaction event", async () => {
    say(answer(20_000), answer(166_000));
    await hook("PreCompact", { trigger: "auto", custom_instructions: "" });
    say(boundary(), { type: "user", isCompactSummary: true, message: { content: "x".repeat(8_000) } });
    const said = await hook("PostCompact", { trigger: "auto" });
    expect(said).toBe("Context compacted: 167,731 tokens before, about 22,000 tokens after.");
    const [before, after] = logged();
    expect(before).toMatchObject({ event_type: "pre_compact", trigger: "auto", context_tokens: 166_000 });
    expect(after).toMatchObject({ event_id: "boundary-1", after_measure: "estimated" });
    expect(readSessionEvent(after)).toMatchObject({
      ok: true,
      record: {
        identity: "boundary-1:notice",
        compaction: {
          isNotice: true,
          agent: "main",
          trigger: "auto",
          beforeTokens: 167_731,
          afterTokens: 22_000,
        },
      },
    });
  });

  it("use the provider's counts if there are any", async () => {
    say(boundary({ trigger: "manual", preTokens: 150_000, postTokens: 31_000 }));
    await hook("PostCompact", { trigger: "manual", compact_summary: "short" });
    expect(logged().at(-1)).toMatchObject({
      after_tokens: 31_000,
      after_measure: "provider",
      trigger: "manual",
    });
  });

  it("are recorded by SessionStart only after a compaction", async () => {
    say(boundary(), answer(42_603));
    await hook("SessionStart", { source: "startup" });
    expect(readFileSync(logPath(), "utf8")).toBe("");
    await hook("SessionStart", { source: "compact" });
    expect(logged()).toMatchObject([{ before_tokens: 167_731, after_tokens: 42_603, trigger: "auto" }]);
  });

  it("are recorded once if both events are configured", async () => {
    await hook("PreCompact", { trigger: "auto" });
    await hook("PostCompact", { trigger: "auto" });
    say(boundary());
    await hook("SessionStart", { source: "compact" });
    await hook("PreCompact", { trigger: "manual" });
    await hook("PostCompact", { trigger: "manual" });
    await hook("SessionStart", { source: "compact" });
    const compactions = logged().filter(({ event_type }) => event_type === "compaction");
    expect(compactions.map(({ trigger }) => trigger)).toEqual(["auto", "manual"]);
  });

  it("have null, not zero, as unknown sizes", async () => {
    await hook("PostCompact", { trigger: "auto" });
    expect(logged()).toMatchObject([{ before_tokens: null, after_tokens: null, after_measure: null }]);
    expect(readSessionEvent(logged()[0]).ok).toBe(true);
  });

  it("make the earlier context size unknown", async () => {
    say(answer(180_000), boundary());
    expect(await tool(1)).toBeNull();
    expect(logged()[0]?.context_tokens).toBeNull();
  });
});

describe("the input of a hook", () => {
  it("leaves no trace if it is not from the host", async () => {
    for (const input of [
      "",
      "{",
      "null",
      "[1]",
      '"x"',
      "{}",
      '{"session_id":7}',
      `{"session_id":"${"a".repeat(5_000)}"}`,
    ]) {
      expect(await runHook({ input, workingDirectory: project, now: NOW })).toBeNull();
    }
    expect(existsSync(join(project, ".claude"))).toBe(false);
  });

  it("keeps the log in its folder for any session ID", async () => {
    await tool(1, { session_id: "../../outside" });
    expect(existsSync(join(project, "..", "outside.jsonl"))).toBe(false);
    const [name] = readdirSync(join(project, ".claude", "logs"));
    expect(name).toMatch(/^baton-[0-9a-f]{32}\.jsonl$/);
  });

  it("writes nothing through a folder or file that leads out of the project", async () => {
    const outside = mkdtempSync(join(tmpdir(), "baton-outside-"));
    mkdirSync(join(project, ".claude"));
    symlinkSync(outside, join(project, ".claude", "logs"));
    await expect(tool(1)).rejects.toThrow("leads out of the project");
    rmSync(join(project, ".claude", "logs"));
    mkdirSync(join(project, ".claude", "logs"));
    writeFileSync(join(outside, "target"), "");
    symlinkSync(join(outside, "target"), logPath());
    await expect(tool(1)).rejects.toThrow("ELOOP");
    expect(readFileSync(join(outside, "target"), "utf8")).toBe("");
    rmSync(outside, { recursive: true });
  });

  it("can name a transcript of any size with a truncated last line", async () => {
    say(answer(150_000));
    appendFileSync(transcript, `${"x".repeat(3_000_000)}\n`);
    say(answer(60_000));
    appendFileSync(transcript, '{"type":"assistant","message":{"usage":');
    await tool(1);
    expect(logged()[0]?.context_tokens).toBe(60_000);
  });

  it("can name a path that is not a regular file, which is not read", async () => {
    await tool(1, { transcript_path: "/dev/zero" });
    await tool(2, { transcript_path: project });
    await tool(3, { transcript_path: "/nowhere.jsonl" });
    expect(logged().map(({ context_tokens }) => context_tokens)).toEqual([null, null, null]);
  });

  it("is logged on a new line after a partial one", async () => {
    await tool(1);
    appendFileSync(logPath(), '{"event_type":"tool_c');
    await tool(2);
    const lines = readFileSync(logPath(), "utf8").trimEnd().split("\n");
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ event_id: "toolu_2:tool_call" });
  });
});

describe("reads of one file", () => {
  const read = (id: number, fields: object = {}) =>
    answerTo("PostToolUse", {
      tool_name: "Read",
      tool_input: { file_path: "src/pay.ts" },
      tool_use_id: `toolu_${id}`,
      ...fields,
    });
  const told = {
    hookSpecificOutput: { additionalContext: expect.stringMatching(/third time.*src\/pay\.ts/) },
  };

  it("cause one note to the agent at the third, and a log entry without the path", async () => {
    expect([await read(1), await read(2)]).toEqual([null, null]);
    expect(await read(3)).toMatchObject(told);
    expect(await read(4)).toBeNull();
    expect(readFileSync(logPath(), "utf8")).not.toContain("pay.ts");
  });

  it("start again if a tool changed the file, and are counted for each agent; parts do not count", async () => {
    await read(1);
    await read(2);
    await read(3, { tool_name: "Edit" });
    await read(4, { tool_input: { file_path: "src/pay.ts", offset: 1 } });
    await read(5, { agent_id: "clerk-1", agent_type: "clerk" });
    expect([await read(6), await read(7)]).toEqual([null, null]);
    expect(await read(8)).toMatchObject(told);
  });
});

describe("the context that a hook adds", () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(project, path, ".."), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const contextOf = async (event: string, fields: object = {}) =>
    (await answerTo(event, fields))?.hookSpecificOutput?.additionalContext ?? null;

  it("lists documents for a subagent by path, in at most 500 tokens", async () => {
    expect(await contextOf("SubagentStart", { agent_id: "a1", agent_type: "clerk" })).toBeNull();
    put("handoffs/2026-05-01-pay.md", "# Pay");
    put("artifacts/planner/run/manifest.json", "{}");
    for (let count = 0; count < 40; count += 1)
      put(`handoffs/${"long-name-".repeat(15)}${count}.md`, "# Other");
    const listed = (await contextOf("SubagentStart", { agent_id: "a1", agent_type: "clerk" })) ?? "";
    expect(listed.split("\n").length).toBeGreaterThan(3);
    expect(countTokens(listed)).toBeLessThanOrEqual(500);
  });

  it("offers the newest handoff document at the start of a session, not of a resumed one", async () => {
    put("handoffs/2026-05-01-pay.md", "# Pay");
    expect(await contextOf("SessionStart", { source: "startup" })).toContain("handoffs/2026-05-01-pay.md");
    expect(await contextOf("SessionStart", { source: "resume" })).toBeNull();
  });

  it("gives a new session the index of that document, without what the policy removes", async () => {
    put(
      "handoffs/2026-05-01-pay.md",
      "# Pay\n\n## Immediate Next Action\n\nPay claim C-9.\n\n## What NOT to Try\n\n- Ask 078-05-1120: no answer\n",
    );
    const rule = { rule_id: "no_ssns", detector: "us_ssn", action: "redact" };
    put(".baton/policy.json", JSON.stringify({ multi_agent_handoffs: { content_rules: [rule] } }));
    const given = await contextOf("SessionStart", { source: "startup" });
    expect(given).toContain("Immediate next action: Pay claim C-9.");
    expect(given).toContain("## Do NOT");
    expect(given).not.toContain("078-05-1120");
  });

  it("gives no index if the policy cannot be read, or the document has no next action", async () => {
    put("handoffs/2026-05-01-pay.md", "# Pay\n\n## Critical Context\n\n- C-9\n");
    expect(await contextOf("SessionStart", { source: "startup" })).not.toContain("C-9");
    put("handoffs/2026-05-01-pay.md", "# Pay\n\n## Immediate Next Action\n\nPay claim C-9.\n");
    put(".baton/policy.json", "{");
    expect(await contextOf("SessionStart", { source: "startup" })).not.toContain("C-9");
  });

  it("gives back the facts of the survival contract that a summary lost, once, in at most 1,000 tokens", async () => {
    const facts = [
      "C-9",
      "kept fact",
      ...Array.from({ length: 300 }, (_, id) => `CLAIM-${id}-${"x".repeat(9)}`),
    ];
    put(".baton/survival_contract.json", JSON.stringify({ literal: facts }));
    say({ type: "user", uuid: "u1", message: { role: "user", content: "Pay C-9." } }, answer(150_000));
    await hook("PreCompact", { trigger: "auto" });
    say(boundary(), {
      type: "user",
      uuid: "u2",
      isCompactSummary: true,
      message: { role: "user", content: "A kept fact." },
    });
    await hook("PostCompact", { trigger: "auto" });
    const given = (await contextOf("UserPromptSubmit", { prompt: "go on" })) ?? "";
    expect(given).toContain("- C-9");
    expect(given).not.toContain("kept fact");
    expect(countTokens(given)).toBeLessThanOrEqual(1_000);
    expect(logged().at(-1)).toMatchObject({ event_type: "facts_given_back", lost: 301 });
    expect(await contextOf("UserPromptSubmit", { prompt: "go on" })).toBeNull();
  });
});
