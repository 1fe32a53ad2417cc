import { describe, expect, it } from "vitest";
import { readGeminiLine } from "./gemini-session";
import { usageFacts } from "./session-record";

const START = {
  sessionId: "s1",
  projectHash: "p",
  startTime: "2026-09-01T10:00:00.000Z",
  lastUpdated: "2026-09-01T10:00:00.000Z",
  kind: "main",
};
const TOKENS = { input: 1_000, output: 50, cached: 400, thoughts: 30, tool: 5, total: 1_085 };
const message = (id: string, rest: object) => ({
  id,
  timestamp: "2026-09-01T10:00:05.000Z",
  content: "",
  ...rest,
});

function read(...lines: object[]) {
  let memory: unknown = null;
  return lines.flatMap((line) => {
    const result = readGeminiLine(line, "file", memory);
    if (!result.ok) throw new Error(result.problem.message);
    memory = result.memory;
    return result.records;
  });
}

describe("readGeminiLine", () => {
  it("reads messages as calls by their own IDs, including repeated and rewound ones", () => {
    const answer = message("m2", { type: "gemini", model: "gemini-3-pro", tokens: TOKENS });
    const records = read(
      START,
      message("m1", { type: "user", content: [{ text: "Fix the claim" }] }),
      answer,
      { $rewindTo: "m1" },
      { $set: { messages: [answer], summary: "A claim" } },
    );
    expect(records.map(({ eventType, title }) => [eventType, title])).toEqual([
      ["gemini.session", null],
      ["gemini.user", "Fix the claim"],
      ["gemini.gemini", null],
      ["gemini.rewind", null],
      ["gemini.set", "A claim"],
      ["gemini.gemini", null],
    ]);
    const used = records.flatMap(({ usage }) => usage ?? []);
    expect(used).toHaveLength(2);
    for (const each of used) {
      expect(each).toEqual(
        usageFacts({
          key: "gemini:s1:m2",
          agent: "main",
          model: "gemini-3-pro",
          inputTokens: 605,
          cacheReadTokens: 400,
          outputTokens: 80,
          reasoningTokens: 30,
        }),
      );
    }
    expect(new Set(records.map(({ sessionId }) => sessionId))).toEqual(new Set(["s1"]));
  });

  it("reads a subagent from a tool call, and its response when the call has ended", () => {
    const call = { id: "c1", name: "reviewer", agentId: "a1", args: { query: "Check" }, status: "executing" };
    const ended = {
      ...call,
      status: "success",
      result: [{ functionResponse: { response: { output: "All well" } } }],
    };
    const plain = { id: "c2", name: "read_file", args: {}, status: "success" };
    const records = read(
      START,
      message("m1", { type: "gemini", toolCalls: [call, plain] }),
      message("m1", { type: "gemini", toolCalls: [ended] }),
    ).filter(({ handoff }) => handoff);
    expect(records.map(({ identity, handoff }) => [identity, handoff?.fromAgent, handoff?.toAgent])).toEqual([
      ["gemini:s1:c1:call", "main", "reviewer"],
      ["gemini:s1:c1:call", "main", "reviewer"],
      ["gemini:s1:c1:return", "reviewer", "main"],
    ]);
    expect(records[2]?.handoff).toMatchObject({ afterTokens: 2, answersIdentity: "gemini:s1:c1:call" });
  });

  it("reads a subagent's file as the session of the agent with its ID", () => {
    const records = read(
      { ...START, sessionId: "a1", kind: "subagent" },
      message("m1", { type: "gemini", tokens: TOKENS }),
    );
    expect(records[0]?.agents).toEqual([{ agentId: "a1", name: null, startedBy: null, isMain: true }]);
    expect(records[1]?.usage).toMatchObject({ agent: "unknown", agentId: "a1" });
  });

  it("reads a whole session in one document", () => {
    const user = message("m1", { type: "user", content: "Fix the claim" });
    const answer = message("m2", { type: "gemini", tokens: { ...TOKENS, total: 1_055 } });
    const records = read({ ...START, messages: [user, answer, "no message"] });
    expect(records.map(({ eventType }) => eventType)).toEqual([
      "gemini.session",
      "gemini.user",
      "gemini.gemini",
    ]);
    // The total shows that thoughts are part of the output.
    expect(records[2]?.usage).toMatchObject({ outputTokens: 50, reasoningTokens: 30 });
  });
});
