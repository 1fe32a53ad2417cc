import { describe, expect, it } from "vitest";
import { readAgentsSdkLine } from "./agents-sdk-span";
import { usageFacts } from "./session-record";

function read(line: unknown) {
  const result = readAgentsSdkLine(line);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

const TRACE = { object: "trace", id: "trace_1", workflow_name: "Recipes", group_id: null, metadata: null };
const span = (id: string, span_data: unknown, error: unknown = null) => ({
  object: "trace.span",
  id,
  trace_id: "trace_1",
  parent_id: null,
  span_data,
  error,
  started_at: "2025-08-15T17:56:33.765094+00:00",
  ended_at: "2025-08-15T17:56:33.765369+00:00",
});
const HANDOFF = span("span_h", { type: "handoff", from_agent: "Triage Agent", to_agent: "Editor" });
const USAGE = { input_tokens: 180, output_tokens: 20, input_tokens_details: { cached_tokens: 80 } };
const ANSWER = { object: "response", id: "resp_1", model: "gpt-4.1", usage: USAGE };

describe("readAgentsSdkLine", () => {
  it("turns a trace into a session with the name of its workflow", () => {
    expect(read(TRACE)).toMatchObject([
      { eventType: "agents_sdk.trace", identity: "trace_1", sessionId: "trace_1", title: "Recipes" },
    ]);
  });

  it("returns the agents that a handoff span names, and the agent of an agent's span", () => {
    const [record] = read(HANDOFF);
    expect(record).toMatchObject({
      eventType: "agents_sdk.handoff",
      identity: "span_h",
      sessionId: "trace_1",
      handoff: null,
      spans: [
        {
          traceId: "trace_1",
          spanId: "span_h",
          ordinal: 0,
          agent: null,
          handoff: { from: "Triage Agent", to: "Editor" },
          missingId: null,
          endedAt: "2025-08-15T17:56:33.765369+00:00",
        },
      ],
    });
    const half = span("span_x", { type: "handoff", from_agent: "Triage Agent", to_agent: null });
    expect(read(half)[0].spans[0]?.handoff).toEqual({ from: "Triage Agent", to: null });
    const agent = { ...span("span_a", { type: "agent", name: "Editor" }), parent_id: "span_t" };
    expect(read({ data: [TRACE, agent] })[1]?.spans).toMatchObject([
      { ordinal: 1, agent: "Editor", handoff: null, callerId: null, missingId: "span_t" },
    ]);
  });

  it("reads the usage of a turn for its agent, but not that of a task, which sums its turns", () => {
    const usage = {
      input_tokens: 100,
      output_tokens: 10,
      cached_input_tokens: 30,
      cache_write_input_tokens: 20,
    };
    const custom = (type: string) =>
      span(`span_${type}`, {
        type: "custom",
        name: type,
        data: { sdk_span_type: type, agent_name: "Editor", usage },
      });
    expect(read(custom("turn"))[0]).toMatchObject({
      usage: {
        key: "span_turn",
        agent: "Editor",
        inputTokens: 50,
        cacheReadTokens: 30,
        cacheCreationTokens: 20,
        outputTokens: 10,
      },
      spans: [{ usageKey: "span_turn" }],
    });
    expect(read(custom("task"))[0]).toMatchObject({ usage: null, spans: [{ usageKey: null }] });
  });

  it("subtracts from a turn the usage of agents called as tools, and uses the response of its own call", () => {
    const turn = (agent_name: string, input_tokens: number) => ({
      type: "custom",
      name: "turn",
      data: { sdk_span_type: "turn", agent_name, usage: { input_tokens, output_tokens: input_tokens / 10 } },
    });
    const lines = [
      { ...span("r1", { type: "response", response_id: "resp_1" }), parent_id: "outer" },
      { ...span("r2", { type: "response", response_id: "resp_2" }), parent_id: "inner" },
      { ...span("inner", turn("Expert", 200)), parent_id: "agent" },
      { ...span("agent", { type: "agent", name: "Expert" }), parent_id: "function" },
      { ...span("function", { type: "function", name: "ask_expert" }), parent_id: "outer" },
      span("outer", turn("Editor", 300)),
    ];
    let memory: unknown = null;
    const usages = lines.flatMap((line) => {
      const result = readAgentsSdkLine(line, null, memory);
      if (!result.ok) throw new Error(result.problem.message);
      memory = JSON.parse(JSON.stringify(result.memory));
      return result.records.flatMap(({ usage }) => usage ?? []);
    });
    expect(usages).toEqual([
      usageFacts({ key: "resp_2", agent: "Expert", inputTokens: 200, outputTokens: 20 }),
      usageFacts({ key: "resp_1", agent: "Editor", inputTokens: 100, outputTokens: 10 }),
    ]);
  });

  it("reads the usage of a span, with cached tokens separate", () => {
    const [record] = read(span("span_g", { type: "generation", model: "m", usage: USAGE }));
    expect(record.usage).toEqual(
      usageFacts({
        key: "span_g",
        agent: "unknown",
        model: "m",
        inputTokens: 100,
        cacheReadTokens: 80,
        outputTokens: 20,
      }),
    );
    const moved = {
      input_tokens: 180,
      output_tokens: 20,
      details: { input_tokens_details: { cached_tokens: 80 } },
    };
    expect(read(span("span_d", { type: "generation", usage: moved }))[0].usage).toMatchObject({
      inputTokens: 100,
      cacheReadTokens: 80,
    });
    expect(read(span("span_r", { type: "response", response_id: "resp_1" }))[0].usage).toBeNull();
    expect(read(span("span_e", { type: "generation", usage: {} }))[0].usage).toBeNull();
  });

  it("keeps spans of other types, and marks errors", () => {
    const [record] = read(span("span_a", { type: "agent", name: "Editor" }, { message: "it broke" }));
    expect(record).toMatchObject({ eventType: "agents_sdk.agent", isError: true, handoff: null });
    expect(read(span("span_n", null))[0].eventType).toBe("agents_sdk.span");
  });

  it("reads a posted body, and names an invalid element", () => {
    expect(read({ data: [TRACE, HANDOFF] }).map(({ identity }) => identity)).toEqual(["trace_1", "span_h"]);
    expect(readAgentsSdkLine({ data: [TRACE, 7] })).toMatchObject({
      ok: false,
      problem: { code: "schema_error", message: "data[1] is neither a trace nor a span" },
    });
  });

  it("reads recorded exchanges: the posted body, and the usage of a model", () => {
    expect(read({ uri: "…", request: { data: [HANDOFF] }, response: null })[0].identity).toBe("span_h");
    const streamed = `event: x\ndata: {bad\ndata: ${JSON.stringify({ type: "response.completed", response: ANSWER })}\n`;
    for (const response of [ANSWER, streamed]) {
      expect(read({ uri: "…", request: { input: [] }, response })).toMatchObject([
        {
          eventType: "agents_sdk.exchange",
          identity: "resp_1",
          usage: { key: "resp_1", model: "gpt-4.1", inputTokens: 100, outputTokens: 20 },
        },
      ]);
    }
    expect(read({ request: {}, response: "nothing" })).toMatchObject([{ identity: null, usage: null }]);
  });

  it.each([[42], ["text"], [[1]], [null], [{}], [{ object: "other" }], [{ data: [] }]])(
    "rejects %j",
    (line) => {
      expect(readAgentsSdkLine(line)).toMatchObject({ ok: false, problem: { code: "not_an_event" } });
    },
  );
});
