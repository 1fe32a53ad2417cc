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
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSessionEvent } from "@baton/core/session";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HookName, runHook } from "./run-hook";

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

function hook(name: HookName, fields: object = {}, windowTokens?: number): string | null {
  const common = { session_id: "s1", transcript_path: transcript, cwd: project, permission_mode: "default" };
  const input = JSON.stringify({ ...common, ...fields });
  return runHook({ name, input, workingDirectory: project, windowTokens, now: NOW });
}

function tool(id: number, fields: object = {}): string | null {
  const call = { tool_name: "Read", tool_input: {}, tool_response: {}, tool_use_id: `toolu_${id}` };
  return hook("post-tool-use", { hook_event_name: "PostToolUse", ...call, ...fields });
}

function tools(count: number): (string | null)[] {
  return Array.from({ length: count }, (_, index) => tool(index));
}

function logPath(session = "s1"): string {
  return join(project, ".claude", "logs", `baton-${session}.jsonl`);
}

function logged(session?: string): Record<string, unknown>[] {
  const lines = readFileSync(logPath(session), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function answer(tokens: number, fields: object = {}): object {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 997,
    cache_read_input_tokens: tokens - 1_000,
  };
  return {
    type: "assistant",
    isSidechain: false,
    message: { role: "assistant", usage, content: [] },
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
  it("REQ-5.4: are each recorded with name and context size, without content", () => {
    say(answer(80_000));
    tool(1, { tool_input: { command: "cat secret.txt" }, tool_response: { stdout: "hunter2" } });
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

  it("REQ-5.2: suggest a compaction once, at the 50th call", () => {
    const said = tools(60);
    expect(said.findIndex((message) => message !== null)).toBe(49);
    expect(said.filter((message) => message !== null)).toEqual([expect.stringContaining("50 tool calls")]);
  });

  it("REQ-5.1: suggest a compaction once, from 70 % of the window", () => {
    say(answer(139_000));
    expect(tool(1)).toBeNull();
    say(answer(141_000));
    expect(tool(2)).toContain("70 % of the context window");
    expect(tool(3)).toBeNull();
  });

  it("use a larger window if one is given", () => {
    say(answer(700_000));
    expect(hook("post-tool-use", {}, 1_000_001)).toBeNull();
    expect(hook("post-tool-use", {}, 1_000_000)).toContain("70 %");
  });

  it("REQ-5.3: suggest nothing after a dismissal, until the next compaction", () => {
    say(answer(150_000));
    expect(hook("dismiss")).toContain("suggests no compaction");
    expect(tools(60).every((message) => message === null)).toBe(true);
    hook("post-compact", { hook_event_name: "PostCompact", trigger: "manual" });
    expect(tool(100)).toContain("75 %");
  });

  it("suggest nothing in the latest session after a user dismisses suggestions", () => {
    tool(1);
    runHook({ name: "dismiss", input: "", workingDirectory: project, now: NOW });
    expect(logged().at(-1)).toMatchObject({ event_type: "suggestions_dismissed" });
  });

  it("are counted from zero after a compaction", () => {
    tools(49);
    hook("post-compact", { trigger: "auto" });
    expect(Array.from({ length: 49 }, (_, index) => tool(100 + index)).every((said) => said === null)).toBe(
      true,
    );
    expect(tool(200)).toContain("50 tool calls");
  });

  it("also count if they failed, which Claude Code reports by another event", () => {
    tools(49);
    expect(tool(49, { hook_event_name: "PostToolUseFailure", error: "Exit code 2" })).toContain(
      "50 tool calls",
    );
    expect(logged().filter(({ failed }) => failed === true)).toHaveLength(1);
  });

  it("use the window that Claude Code reports, unless one is given", () => {
    say(answer(150_000));
    expect(tool(1)).toContain("75");
    say({ type: "user", toolUseResult: { resolvedModel: "claude-opus-4-8[1m]" } });
    hook("post-compact", { trigger: "auto" });
    say(answer(150_000));
    expect(tool(2)).toBeNull();
    const input = { hook_event_name: "PostToolUse", tool_name: "Read", tool_use_id: "toolu_3" };
    expect(hook("post-tool-use", input, 200_000)).toContain("75");
  });

  it("count once if two hooks report them, and separately for subagents", () => {
    for (let round = 0; round < 60; round += 1) {
      tool(round % 40);
      tool(1_000 + round, { agent_id: "sub-1", agent_type: "Explore" });
    }
    expect(logged().filter(({ event_type }) => event_type === "compaction_suggested")).toEqual([]);
    expect(logged().filter(({ agent_id }) => agent_id === "sub-1")).toHaveLength(60);
  });
});

describe("compactions", () => {
  it("REQ-4.1, REQ-4.2, REQ-4.3, REQ-4.4: are recorded with sizes before and after, as a readable compaction event", () => {
    say(answer(20_000), answer(166_000));
    hook("pre-compact", { hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "" });
    say(boundary(), { type: "user", isCompactSummary: true, message: { content: "x".repeat(8_000) } });
    const said = hook("post-compact", { hook_event_name: "PostCompact", trigger: "auto" });
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

  it("use the provider's counts if there are any", () => {
    say(boundary({ trigger: "manual", preTokens: 150_000, postTokens: 31_000 }));
    hook("post-compact", { trigger: "manual", compact_summary: "short" });
    expect(logged().at(-1)).toMatchObject({
      after_tokens: 31_000,
      after_measure: "provider",
      trigger: "manual",
    });
  });

  it("are recorded by SessionStart only after a compaction", () => {
    say(boundary(), answer(42_603));
    hook("post-compact", { hook_event_name: "SessionStart", source: "startup" });
    expect(readFileSync(logPath(), "utf8")).toBe("");
    hook("post-compact", { hook_event_name: "SessionStart", source: "compact" });
    expect(logged()).toMatchObject([{ before_tokens: 167_731, after_tokens: 42_603, trigger: "auto" }]);
  });

  it("are recorded once if both events are configured", () => {
    hook("pre-compact", { trigger: "auto" });
    hook("post-compact", { hook_event_name: "PostCompact", trigger: "auto" });
    say(boundary());
    hook("post-compact", { hook_event_name: "SessionStart", source: "compact" });
    hook("pre-compact", { trigger: "manual" });
    hook("post-compact", { hook_event_name: "PostCompact", trigger: "manual" });
    hook("post-compact", { hook_event_name: "SessionStart", source: "compact" });
    const compactions = logged().filter(({ event_type }) => event_type === "compaction");
    expect(compactions.map(({ trigger }) => trigger)).toEqual(["auto", "manual"]);
  });

  it("have null, not zero, as unknown sizes", () => {
    hook("post-compact", { trigger: "auto" });
    expect(logged()).toMatchObject([{ before_tokens: null, after_tokens: null, after_measure: null }]);
    expect(readSessionEvent(logged()[0]).ok).toBe(true);
  });

  it("make the earlier context size unknown", () => {
    say(answer(180_000), boundary());
    expect(tool(1)).toBeNull();
    expect(logged()[0]?.context_tokens).toBeNull();
  });
});

describe("the input of a hook", () => {
  it("leaves no trace if it is not from the host", () => {
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
      expect(runHook({ name: "post-tool-use", input, workingDirectory: project, now: NOW })).toBeNull();
    }
    expect(existsSync(join(project, ".claude"))).toBe(false);
  });

  it("keeps the log in its folder for any session ID", () => {
    tool(1, { session_id: "../../outside" });
    expect(existsSync(join(project, "..", "outside.jsonl"))).toBe(false);
    const [name] = readdirSync(join(project, ".claude", "logs"));
    expect(name).toMatch(/^baton-[0-9a-f]{32}\.jsonl$/);
  });

  it("writes nothing through a folder or file that leads out of the project", () => {
    const outside = mkdtempSync(join(tmpdir(), "baton-outside-"));
    mkdirSync(join(project, ".claude"));
    symlinkSync(outside, join(project, ".claude", "logs"));
    expect(() => tool(1)).toThrow("leads out of the project");
    rmSync(join(project, ".claude", "logs"));
    mkdirSync(join(project, ".claude", "logs"));
    writeFileSync(join(outside, "target"), "");
    symlinkSync(join(outside, "target"), logPath());
    expect(() => tool(1)).toThrow("ELOOP");
    expect(readFileSync(join(outside, "target"), "utf8")).toBe("");
    rmSync(outside, { recursive: true });
  });

  it("can name a transcript of any size with a truncated last line", () => {
    say(answer(150_000));
    appendFileSync(transcript, `${"x".repeat(3_000_000)}\n`);
    say(answer(60_000));
    appendFileSync(transcript, '{"type":"assistant","message":{"usage":');
    tool(1);
    expect(logged()[0]?.context_tokens).toBe(60_000);
  });

  it("can name a path that is not a regular file, which is not read", () => {
    tool(1, { transcript_path: "/dev/zero" });
    tool(2, { transcript_path: project });
    tool(3, { transcript_path: "/nowhere.jsonl" });
    expect(logged().map(({ context_tokens }) => context_tokens)).toEqual([null, null, null]);
  });

  it("is logged on a new line after a partial one", () => {
    tool(1);
    appendFileSync(logPath(), '{"event_type":"tool_c');
    tool(2);
    const lines = readFileSync(logPath(), "utf8").trimEnd().split("\n");
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ event_id: "toolu_2:tool_call" });
  });
});
