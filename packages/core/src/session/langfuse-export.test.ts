import { describe, expect, it } from "vitest";
import { isLangfuseExport, readLangfuseExport } from "./langfuse-export";
import { usageFacts } from "./session-record";

const START = "2026-09-01 10:00:00.000000";

const CHAT = {
  id: "chat",
  type: "GENERATION",
  name: "call",
  parent_observation_id: "writer",
  start_time: START,
  provided_model_name: "gpt-6",
  usage_details: {
    input: 300,
    cache_read_input_tokens: 600,
    input_cache_creation: 100,
    output: 30,
    output_reasoning: 20,
    total: 1_050,
  },
};
const OBSERVATIONS = [
  CHAT,
  { id: "writer", type: "AGENT", name: "writer", parentObservationId: "tool", startTime: START },
  { id: "tool", type: "TOOL", name: "ask_writer", parentObservationId: "planner", startTime: START },
  {
    id: "planner",
    type: "AGENT",
    name: "planner",
    parentObservationId: null,
    startTime: START,
    level: "ERROR",
  },
];

function read(json: unknown) {
  const result = readLangfuseExport(json);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

describe("readLangfuseExport", () => {
  it("reads a trace with its observations: agents, the handoff between them, and each call", () => {
    const records = read({ id: "t1", sessionId: "s1", name: "Fix the claim", observations: OBSERVATIONS });
    expect(records.map(({ eventType, sessionId }) => [eventType, sessionId])).toEqual([
      ["langfuse.generation", "s1"],
      ["langfuse.agent", "s1"],
      ["langfuse.tool", "s1"],
      ["langfuse.agent", "s1"],
    ]);
    expect(records[0]).toMatchObject({ title: "Fix the claim", timestamp: START, identity: "chat" });
    expect(records[0]?.usage).toEqual(
      usageFacts({
        key: "chat",
        agent: "writer",
        model: "gpt-6",
        inputTokens: 300,
        cacheReadTokens: 600,
        cacheCreationTokens: 100,
        outputTokens: 50,
        reasoningTokens: 20,
      }),
    );
    expect(records[1]?.handoff).toMatchObject({ fromAgent: "planner", toAgent: "writer" });
    expect(records[3]?.isError).toBe(true);
  });

  it("reads a list, a page and a row, in the session of the row or trace", () => {
    const row = { ...CHAT, trace_id: "t1" };
    for (const json of [row, [row], { data: [row], meta: {} }]) {
      expect(read(json)).toMatchObject([{ sessionId: "t1", usage: { agent: "unknown" } }]);
    }
    expect(read({ ...row, session_id: "s1" })).toMatchObject([{ sessionId: "s1" }]);
    expect(read({ trace: { id: "t2" }, observations: [CHAT] })).toMatchObject([{ sessionId: "t2" }]);
  });

  it("rejects lists of other things", () => {
    expect([CHAT, {}, [], { data: [] }, { observations: [7] }].map(isLangfuseExport)).toEqual(
      Array(5).fill(false),
    );
    expect(readLangfuseExport({ id: "t1", observations: [7] })).toMatchObject({
      problem: { code: "not_an_event" },
    });
  });
});
