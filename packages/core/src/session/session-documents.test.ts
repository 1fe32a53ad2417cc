import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { handoffLogToJson, readHandoffLog } from "./handoff-log";
import { readOrchestratorHandoff } from "./orchestrator-handoff";
import type { RecordsResult } from "./read-records";
import { readReturnedMetadata } from "./returned-metadata";
import { readTaskFile } from "./task-file";
import { readWhoAndWhenLog } from "./who-and-when-log";
import { yamlToJson } from "./yaml-to-json";

function recordsOf(result: RecordsResult) {
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

const pairsOf = (result: RecordsResult) =>
  recordsOf(result).flatMap(({ handoff }) => (handoff ? [`${handoff.fromAgent} → ${handoff.toAgent}`] : []));

describe("readWhoAndWhenLog", () => {
  it("accepts at most twenty thousand messages, each of which becomes an event", () => {
    const logOf = (count: number) => ({ history: Array.from({ length: count }, () => ({})) });
    expect(readWhoAndWhenLog(logOf(20_000), "s")).toMatchObject({ ok: true });
    expect(readWhoAndWhenLog(logOf(20_001), "s")).toMatchObject({ problem: { code: "schema_error" } });
  });

  const log = (...history: unknown[]) => ({ history, question: "Which one?", mistake_step: "1" });

  it("finds a handoff at each change of the speaking agent", () => {
    const roles = [
      "human",
      "Orchestrator (thought)",
      "Orchestrator (-> WebSurfer)",
      "WebSurfer",
      "Orchestrator (thought)",
    ];
    const history = roles.map((role) => ({ role, content: "…" }));
    expect(pairsOf(readWhoAndWhenLog(log(...history), "s"))).toEqual([
      "Orchestrator → WebSurfer",
      "WebSurfer → Orchestrator",
    ]);
  });

  it("uses the name if there is one", () => {
    const history = ["A_Expert", "A_Expert", "B_Expert"].map((name) => ({
      name,
      role: "assistant",
      content: "",
    }));
    expect(pairsOf(readWhoAndWhenLog(log(...history, { role: "user", content: "" }), "s"))).toEqual([
      "A_Expert → B_Expert",
    ]);
  });

  it("returns a record per message, with the question as title and the mistake as error, without sizes", () => {
    const records = recordsOf(readWhoAndWhenLog(log({ role: "A" }, { role: "B" }), "s"));
    expect(records).toMatchObject([
      { identity: "who-and-when:s:0", sessionId: "s", title: "Which one?", isError: false, timestamp: null },
      {
        identity: "who-and-when:s:1",
        title: null,
        isError: true,
        handoff: { kind: "span", beforeTokens: null, afterTokens: null },
      },
    ]);
  });

  it.each([
    [null, "the whole"],
    [[], "the whole"],
    [{}, "/history is missing"],
    [{ history: [] }, "/history"],
    [{ history: [7] }, "/history/0"],
  ])("rejects %j and names the field", (json, reason) => {
    const read = readWhoAndWhenLog(json, "s");
    expect(read).toMatchObject({ ok: false, problem: { code: "schema_error" } });
    expect(read.ok ? "" : read.problem.message).toContain(reason);
  });
});

describe("readReturnedMetadata", () => {
  const path = ["orchestrator", "implement", "skill-implementation"];
  const metadata = { session_id: "sess_1", agent_type: "implementation-agent", delegation_path: path };

  it("returns a return to the delegating agent, with the tokens of the output", () => {
    const json = { status: "implemented", finished_at: "2026-06-08T14:00:00Z", metadata };
    expect(recordsOf(readReturnedMetadata(json, "folder"))).toMatchObject([
      {
        eventType: "return_metadata",
        sessionId: "sess_1",
        timestamp: "2026-06-08T14:00:00Z",
        identity: "return:sess_1:implementation-agent",
        handoff: {
          kind: "return",
          fromAgent: "implementation-agent",
          toAgent: "skill-implementation",
          beforeTokens: null,
          afterTokens: countTokens(JSON.stringify(json)),
          measureAfter: "counted",
        },
      },
    ]);
  });

  it("skips the agent itself at the end of the path, and reads top-level fields", () => {
    const json = { status: "planned", ...metadata, agent_type: "skill-implementation" };
    expect(pairsOf(readReturnedMetadata(json, null))).toEqual(["skill-implementation → implement"]);
  });

  it("returns an event of the folder's session if no agent is named", () => {
    expect(recordsOf(readReturnedMetadata({ status: "failed" }, "folder"))).toMatchObject([
      { sessionId: "folder", handoff: null, isError: true, timestamp: null },
    ]);
  });

  it("also returns a succession if the agent left a handoff document", () => {
    const handoff_path = "specs/042_pager/handoffs/phase-3-handoff.md";
    const json = { status: "partial", metadata, partial_progress: { handoff_path } };
    expect(recordsOf(readReturnedMetadata(json, null))[1]).toMatchObject({
      eventType: "return_metadata.succession",
      sessionId: "sess_1",
      handoff: { kind: "succession", fromAgent: "implementation-agent", toAgent: "unknown" },
    });
  });

  it("accepts completed phases as a number or a list", () => {
    for (const phases_completed of [2, [1, 2], ["1a"], null]) {
      const json = { status: "partial", metadata, partial_progress: { stage: "phase_3", phases_completed } };
      expect(pairsOf(readReturnedMetadata(json, null))).toEqual([
        "implementation-agent → skill-implementation",
      ]);
    }
  });

  it.each([
    [null, "the whole is null"],
    [[], "the whole is a list"],
    [{}, "/status is missing"],
    [{ status: 7 }, "/status is number (7)"],
    [{ status: "x", next_steps: 7 }, "/next_steps"],
    [{ status: "x", partial_progress: { phases_completed: "two" } }, "/partial_progress/phases_completed"],
  ])("rejects %j and names the field", (json, reason) => {
    const read = readReturnedMetadata(json, "s");
    expect(read).toMatchObject({ ok: false, problem: { code: "schema_error" } });
    expect(read.ok ? "" : read.problem.message).toContain(reason);
  });
});

describe("readTaskFile", () => {
  const task = { id: "t1", agent: "architect", title: "Decide", created_at: "2025-11-23T17:38:00Z" };

  it("returns a handoff if the result names the next agent, in it or next to it, without token_count as size", () => {
    const result = {
      next_agent: "diagrammer",
      completed_at: "2025-11-23T21:00:54Z",
      metrics: { token_count: 9 },
    };
    expect(recordsOf(readTaskFile({ ...task, result }))).toMatchObject([
      { eventType: "task_file", identity: "task:t1", sessionId: "t1", title: "Decide", usage: null },
      {
        eventType: "task_file.next_agent",
        identity: "task:t1:next",
        timestamp: result.completed_at,
        handoff: { kind: "delegation", fromAgent: "architect", toAgent: "diagrammer", afterTokens: null },
      },
    ]);
    expect(pairsOf(readTaskFile({ ...task, next_agent: "editor" }))).toEqual(["architect → editor"]);
  });

  it("returns one event without a next agent", () => {
    expect(recordsOf(readTaskFile({ ...task, status: "error", result: { summary: "no" } }))).toMatchObject([
      { isError: true, handoff: null },
    ]);
  });

  it.each([
    [null, "the whole"],
    [[], "the whole"],
    [{}, "/id is missing"],
    [{ id: "t" }, "/agent is missing"],
    [{ id: 7, agent: "a" }, "/id is number (7)"],
  ])("rejects %j and names the field", (json, reason) => {
    const read = readTaskFile(json);
    expect(read).toMatchObject({ ok: false, problem: { code: "schema_error" } });
    expect(read.ok ? "" : read.problem.message).toContain(reason);
  });
});

describe("yamlToJson", () => {
  it("keeps times as written", () => {
    const text = "at: 2025-11-23T17:38:00Z\nby: '2025-11-23'\nn: 7\n";
    expect(yamlToJson(text)).toEqual({
      ok: true,
      json: '{"at":"2025-11-23T17:38:00Z","by":"2025-11-23","n":7}',
    });
    expect(yamlToJson("")).toEqual({ ok: true, json: "null" });
  });

  it("rejects text that is too long, not YAML or cyclic, and quotes none of it", () => {
    const codeOf = (text: string) => {
      const read = yamlToJson(text);
      return read.ok ? read.json : read.problem.code;
    };
    expect(codeOf("x".repeat(40_000))).toBe("too_long");
    expect(codeOf("a: [secret")).toBe("not_yaml");
    expect(codeOf("&a [*a]")).toBe("not_yaml");
    expect(codeOf("[".repeat(5_000))).toBe("too_deep");
    expect(JSON.stringify(yamlToJson('secret: "open'))).not.toContain("secret");
  });
});

describe("readHandoffLog", () => {
  const log = `# Agent Handoff Log

## Handoff History

## 2025-11-23 20:56 - curator → writer-editor

**Artefacts:** docs/a.md
**Task ID:** t-1
**Status:** Created

## 2025-11-23 21:05 - architect -> diagrammer
**Status:** Blocked by review
`;
  const read = (text: string) => readHandoffLog(JSON.parse(handoffLogToJson(text).json));

  it("returns the log itself, and a handoff per entry, in the session of its task, without sizes", () => {
    expect(pairsOf(read(log))).toEqual(["curator → writer-editor", "architect → diagrammer"]);
    expect(recordsOf(read(log))).toMatchObject([
      { eventType: "handoff_log", identity: null, sessionId: null },
      {
        sessionId: "t-1",
        timestamp: "2025-11-23T20:56:00Z",
        isError: false,
        handoff: { beforeTokens: null, afterTokens: null, savedTokens: null },
      },
      { sessionId: null, isError: true },
    ]);
  });

  it("counts an entry once, even if the log grows", () => {
    const identities = (text: string) => recordsOf(read(text)).map(({ identity }) => identity);
    expect(identities(`${log}\n## 2025-11-24 08:00 - a → b\n`).slice(0, 3)).toEqual(identities(log));
  });

  it("returns only the log itself without entries, and rejects other values", () => {
    expect(recordsOf(read("# Handoffs\n\n_None_\n"))).toHaveLength(1);
    expect(readHandoffLog({})).toMatchObject({ ok: false, problem: { code: "schema_error" } });
    expect(read("## 2025-11-24 08:00 - a → *\n").ok).toBe(false);
  });
});

it("readOrchestratorHandoff reads an agent's file for the orchestrator, in its task's session", () => {
  const left = { status: "blocked", summary: "Three of four phases", artifacts: [], phases_total: 4 };
  expect(recordsOf(readOrchestratorHandoff(left, "12_task"))).toMatchObject([
    { eventType: "orchestrator_handoff", sessionId: "12_task", title: "Three of four phases", isError: true },
  ]);
  expect(recordsOf(readOrchestratorHandoff({ status: "ok", session_id: "s" }, "x"))[0]?.sessionId).toBe("s");
  expect(readOrchestratorHandoff([], "s")).toMatchObject({ ok: false, problem: { code: "schema_error" } });
});
