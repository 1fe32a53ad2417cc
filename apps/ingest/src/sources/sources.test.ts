import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { codex } from "./codex";
import { FORMATS, recognizeFirstLines, recognizePath } from "./index";
import { manifest } from "./manifest";
import { returnMetadata } from "./return-metadata";
import { session } from "./session";
import { taskFile } from "./task-file";
import { whoAndWhen } from "./who-and-when";

const nameOf = (verdict: ReturnType<typeof recognizePath>) => {
  if (typeof verdict === "string") return verdict;
  return "format" in verdict ? verdict.format.name : "not read";
};

describe("recognizePath", () => {
  it("recognizes a format by the folder and name of a file", () => {
    const verdicts: Record<string, string> = {
      "/p/sessions/s1.jsonl": "session",
      "/p/sessions/s1.jsonl.1": "session",
      "/p/sessions/s1.jsonl-20260102": "session",
      "/p/sessions/s1.jsonl.gz": "session",
      "/p/sessions/s1.jsonl.1.gz": "session",
      "/p/sessions/s1.jsonl-20260102.gz": "session",
      "/p/sessions/s1.tar.gz": "not read",
      "/p/artifacts/manifest.json.gz": "not read",
      "/p/sessions/deeper/s1.jsonl": "needs first lines",
      "/p/sessions/notes.md": "not read",
      "/p/artifacts/agent/2026-01-02-scope/manifest.json": "manifest",
      "/p/artifacts/manifest.json": "manifest",
      "/p/other/manifest.json": "needs document",
      "/p/artifacts/agent/x/manifest.json.tmp": "not read",
      "/home/me/.claude/projects/p/1.jsonl": "claude-code",
      "/home/me/.claude/projects/p/1/subagents/agent-a.jsonl": "claude-code",
      "/home/me/.codex/sessions/rollout-2026-01-02.jsonl": "codex",
      "/p/rollout-2026-01-02T10-00-00-019c8a4d.jsonl": "codex",
      "/home/me/.copilot/session-state/8d3e/events.jsonl": "copilot",
      "/home/me/.gemini/tmp/shop/chats/session-2026-01-02T10-00-8d3e.jsonl": "gemini",
      "/home/me/.gemini/tmp/shop/chats/8d3e/4f5a.jsonl": "gemini",
      "/home/me/.gemini/tmp/shop/chats/session-2026-01-02T10-00-8d3e.json": "gemini-json",
      "/home/me/.gemini/settings.json": "needs document",
      "/home/me/.qwen/projects/-w-shop/chats/8d3e.jsonl": "qwen",
      "/home/me/.local/share/opencode/storage/part/msg_1/prt_1.json": "opencode-storage",
      "/home/me/.local/share/opencode/storage/todo/ses_1.json": "needs document",
      "/home/me/.local/share/opencode/opencode.db-wal": "not read",
      "/home/me/.iflow/projects/p/session.jsonl": "not read",
      "/p/rollout-plan.jsonl": "needs first lines",
      "/p/handoffs/phase-1.md": "handoff-doc",
      "/p/handoffs/archive/phase-1.md": "handoff-doc",
      "/p/HANDOFF.md": "handoff-doc",
      "/p/docs/handoff-2026-01-02.md": "handoff-doc",
      "/p/claude-progress.txt": "handoff-doc",
      "/p/docs/handoff.md": "not read",
      "/p/progress/phase-1-progress.json": "handoff-doc",
      "/p/feature_list.json": "handoff-doc",
      "/p/phases/phase-1-results.md": "handoff-doc",
      "/p/phases/notes.md": "not read",
      "/p/specs/004_port/.return-meta.json": "return-metadata",
      "/p/work/done/2025-11-23T1738-architect-poc3.yaml": "task-file",
      "/p/work/done/notes.yaml": "not read",
      "/p/Who&When/Hand-Crafted/10.json": "who-and-when",
      "/p/any.ndjson": "needs first lines",
      "/p/LICENSE": "not read",
    };
    for (const [path, verdict] of Object.entries(verdicts))
      expect(nameOf(recognizePath(path)), path).toBe(verdict);
  });
});

describe("recognizeFirstLines", () => {
  it("recognizes a format by the first line that is an object", () => {
    const lines: [Record<string, unknown>, string][] = [
      [{ event_type: "anything" }, "session"],
      [{ event_type: 7 }, "not read"],
      [{ type: "file-history-snapshot", messageId: "m" }, "claude-code"],
      [{ type: "summary", leafUuid: "u" }, "claude-code"],
      [{ sessionId: "s", message: { content: "hi" } }, "claude-code"],
      [{ type: "assistant", message: { usage: { cache_read_input_tokens: 5 } } }, "claude-code"],
      [{ type: "permission-mode", sessionId: "s" }, "claude-code"],
      [{ type: "system", subtype: "init", session_id: "s" }, "claude-code"],
      [{ type: "user", sessionId: "s", message: { parts: [] } }, "qwen"],
      [{ sessionId: "s", projectHash: "p" }, "gemini"],
      [{ type: "session.start", id: "e", parentId: null, data: {} }, "copilot"],
      [{ type: "session.start", id: "e" }, "not read"],
      [{ resourceLogs: [] }, "otlp-logs"],
      [{ id: "o", type: "GENERATION", trace_id: "t" }, "langfuse"],
      [{ id: "o", type: "generation", trace_id: "t" }, "not read"],
      [{ id: "r", run_type: "llm", start_time: "2026-01-01" }, "langsmith"],
      [{ type: "user", message: { content: "hi" } }, "not read"],
      [{ type: "session_meta", payload: {} }, "codex"],
      [{ type: "thread.started", thread_id: "t" }, "codex-exec"],
      [{ type: "thread.started" }, "not read"],
      [{ object: "trace.span" }, "agents-sdk"],
      [{ object: "trace", id: "trace_1" }, "agents-sdk"],
      [{ uri: "https://api.openai.com/v1/responses" }, "agents-sdk"],
      [{ uri: "https://example.org/v1/responses" }, "not read"],
      [{ resourceSpans: [] }, "otlp"],
      [{ type: "something else" }, "not read"],
      [{}, "not read"],
    ];
    for (const [line, verdict] of lines)
      expect(nameOf(recognizeFirstLines([line])), JSON.stringify(line)).toBe(verdict);
  });
});

it("docs/formats.md lists all formats with their versions and files", async () => {
  const page = await readFile(new URL("../../../../docs/formats.md", import.meta.url), "utf8");
  const [, table = ""] = page.split("| format | last version | files |\n|---|---|---|\n");
  const rows = FORMATS.map(({ name, about }) => `| \`${name}\` | ${about.version} | ${about.files} |`);
  expect(table.split("\n\n", 1).join("").split("\n").sort()).toEqual(rows.sort());
});

describe("the session format", () => {
  it("derives the session ID from the file name", () => {
    expect(session.sessionOf("/p/sessions/claim-17.v2.jsonl")).toBe("claim-17.v2");
    expect(session.sessionOf("/p/sessions/claim-17.jsonl.3")).toBe("claim-17");
    expect(session.sessionOf("/p/archive/old.ndjson-20260102")).toBe("old");
  });
});

describe("the session ID of a format without one", () => {
  it("is derived from the file's name or folder", () => {
    const id = "019c8a4d-8f45-7010-8b5d-7fad920aa6f9";
    expect(codex.sessionOf(`/p/sessions/rollout-2026-02-23T12-41-04-${id}.jsonl`)).toBe(id);
    expect(codex.sessionOf("/p/sessions/project/session-alpha.jsonl")).toBe("session-alpha");
    expect(whoAndWhen.sessionOf("/p/Who&When/Hand-Crafted/10.json")).toBe("Hand-Crafted/10");
    expect(returnMetadata.sessionOf("/p/specs/004_port/.return-meta.json")).toBe("004_port");
    expect(taskFile.sessionOf("/p/2025-11-23T1738-architect-poc3.yaml")).toBe(
      "2025-11-23T1738-architect-poc3",
    );
  });
});

describe("the manifest format", () => {
  const factsOf = (path: string, json: unknown = {}) => {
    const read = manifest.readDocument(json, path);
    return read.ok ? read.facts : read.problem;
  };

  it("derives the scope and the project root from the path", () => {
    const scopes: Record<string, [string | null, string]> = {
      "/work/shop/artifacts/architect/2025-10-21-oauth2-plan/manifest.json": ["oauth2-plan", "/work/shop"],
      "/work/shop/artifacts/architect/20251021T120000Z-plan/manifest.json": ["plan", "/work/shop"],
      "/work/shop/artifacts/architect/2025-10-21T12-30-45Z-plan-2/manifest.json": ["plan-2", "/work/shop"],
      "/work/shop/artifacts/architect/latest/manifest.json": [null, "/work/shop"],
      "/work/artifacts/shop/artifacts/a/2025-10-21-x/manifest.json": ["x", "/work/artifacts/shop"],
      "/artifacts/a/2025-10-21-x/manifest.json": ["x", "/"],
    };
    for (const [path, [scopeOfFolder, projectRoot]] of Object.entries(scopes)) {
      expect(factsOf(path), path).toMatchObject({ scopeOfFolder, projectRoot });
    }
  });

  it("ignores values that are not text, and rejects documents that are not objects", () => {
    const path = "/p/artifacts/a/2025-10-21-x/manifest.json";
    const json = { from_agent: 7, artifact_type: "", timestamp: null };
    expect(factsOf(path, json)).toMatchObject({ fromAgent: null, artifactType: null, timestamp: null });
    for (const none of [null, [], "text", 1])
      expect(factsOf(path, none)).toMatchObject({ code: "schema_error" });
  });
});
