import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../../test/cpu-time";
import { countTokens } from "../../tokens/count-tokens";
import { usageFacts } from "../session-record";
import { readOtlpLine, readOtlpTraces } from "./otlp-trace";

type Attributes = Record<string, string | number>;

const toAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
  }));

const span = (spanId: string, parentSpanId: string, attributes: Attributes, rest = {}) => ({
  traceId: "5b8efff798038103d269b633813fc60c",
  spanId,
  parentSpanId,
  name: spanId,
  startTimeUnixNano: "1771846892239000000",
  attributes: toAttributes(attributes),
  ...rest,
});

const agent = (name: string, rest: Attributes = {}) => ({
  "gen_ai.operation.name": "invoke_agent",
  "gen_ai.agent.name": name,
  ...rest,
});

const request = (...spans: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

function read(...spans: unknown[]) {
  const result = readOtlpTraces(request(...spans));
  if (!result.ok) throw new Error(result.problem.message);
  return result;
}

const pairs = (...spans: unknown[]) =>
  read(...spans).records.flatMap(({ handoff }) => (handoff ? [[handoff.fromAgent, handoff.toAgent]] : []));

describe("readOtlpTraces", () => {
  it("finds a handoff if an agent runs within another, at any depth, even if children come first", () => {
    const spans = [
      span("3", "2", agent("writer", { "gen_ai.usage.input_tokens": 900, "gen_ai.request.model": "m" })),
      span("2", "1", { "http.method": "POST" }),
      span("1", "", agent("planner", { "gen_ai.usage.input_tokens": 4_000 })),
    ];
    const { records, otherSpanCount, rejected } = read(...spans);
    expect({ otherSpanCount, rejected }).toEqual({ otherSpanCount: 1, rejected: [] });
    expect(records).toMatchObject([
      {
        eventType: "otlp.invoke_agent",
        identity: "3",
        sessionId: "5b8efff798038103d269b633813fc60c",
        timestamp: "2026-02-23T11:41:32.239Z",
        handoff: {
          kind: "span",
          fromAgent: "planner",
          toAgent: "writer",
          toModel: "m",
          savedTokens: null,
          beforeTokens: 4_000,
          measureBefore: "provider",
          afterTokens: 900,
          measureAfter: "provider",
        },
      },
      { identity: "1", handoff: null },
    ]);
  });

  it("uses the nearest agent, and finds no handoff from an agent to itself", () => {
    const spans = [
      span("1", "", agent("planner")),
      span("2", "1", agent("writer")),
      span("3", "2", agent("writer")),
      span("4", "3", agent("checker")),
    ];
    expect(pairs(...spans)).toEqual([
      ["planner", "writer"],
      ["writer", "checker"],
    ]);
  });

  it("counts the messages of agents whose tokens are not recorded, and takes the title from the first", () => {
    const messages = (...parts: unknown[]) => ({
      "gen_ai.input.messages": JSON.stringify([
        { role: "system", parts: [] },
        { role: "user", parts },
      ]),
    });
    const called = { type: "tool_call", name: "search", arguments: { q: "x" } };
    const { records, spans } = read(
      span("1", "", agent("a", messages({ type: "text", content: "Price the renewal" }))),
      span("2", "1", agent("b", messages(called, { type: "text", content: "Only the risk" }))),
      span("3", "1", agent("c", { "gen_ai.input.messages": "[not JSON" })),
    );
    expect(records.map(({ title }) => title)).toEqual(["Price the renewal", null, null]);
    expect(records[1]?.handoff).toMatchObject({
      beforeTokens: countTokens("Price the renewal"),
      measureBefore: "counted",
      afterTokens: countTokens(`${JSON.stringify(called)}\nOnly the risk`),
      measureAfter: "counted",
    });
    expect(records[2]?.handoff).toMatchObject({ afterTokens: null, measureAfter: null });
    expect(spans.map(({ inputMeasure }) => inputMeasure)).toEqual(["counted", "counted", null]);
  });

  it("returns null for sizes and parents that are not recorded", () => {
    const { records } = read(
      span("1", "", agent("a")),
      span("2", "1", agent("b")),
      span("3", "9", agent("c")),
    );
    expect(records[1]?.handoff).toMatchObject({ beforeTokens: null, measureBefore: null, afterTokens: null });
    expect(records[2]?.handoff).toBeNull();
  });

  it("separates traces that share span IDs", () => {
    expect(pairs(span("1", "", agent("a")), span("2", "1", agent("b"), { traceId: "other" }))).toEqual([]);
  });

  it("ignores sizes above a billion tokens", () => {
    const called = (tokens: number) =>
      read(
        span("1", "", agent("a")),
        span("2", "1", {
          "gen_ai.operation.name": "chat",
          "gen_ai.response.model": "m",
          "gen_ai.usage.input_tokens": 7,
          "gen_ai.usage.output_tokens": tokens,
        }),
      ).records[1]?.usage?.outputTokens;
    expect([called(1_000_000_000), called(2 ** 53 - 1)]).toEqual([1_000_000_000, 0]);
  });

  it("counts a model call once, for its agent, with cached tokens separate, and not the agent's sum", () => {
    const used = {
      "gen_ai.operation.name": "chat",
      "gen_ai.response.model": "m",
      "gen_ai.usage.input_tokens": 1_000,
      "gen_ai.usage.cache_read.input_tokens": 600,
      "gen_ai.usage.cache_creation.input_tokens": 100,
      "gen_ai.usage.output_tokens": 50,
    };
    const { records } = read(
      span("1", "", agent("a", { "gen_ai.usage.input_tokens": 1_000 })),
      span("2", "1", used),
    );
    expect(records.map(({ usage }) => usage)).toEqual([
      null,
      usageFacts({
        key: "2",
        agent: "a",
        model: "m",
        inputTokens: 300,
        cacheCreationTokens: 100,
        cacheReadTokens: 600,
        outputTokens: 50,
      }),
    ]);
  });

  const call = (spanId: string, parentSpanId: string, rest: Attributes = {}) =>
    span(spanId, parentSpanId, {
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 10,
      ...rest,
    });

  it.each([
    ["with the provider's ID", { "gen_ai.response.id": "chatcmpl-1" }, ["chatcmpl-1"]],
    ["without an ID", {}, ["client"]],
  ])("counts a call once if its framework and its client both record it, %s", (_, id, keys) => {
    const { records } = read(
      span("agent", "", agent("helper", { "gen_ai.usage.input_tokens": 100 })),
      call("framework", "agent", id),
      span("http", "framework", { "http.method": "POST" }),
      call("client", "http", id),
    );
    const used = records.flatMap(({ usage }) => usage ?? []);
    expect(used.map(({ key, agent, inputTokens }) => [key, agent, inputTokens])).toEqual(
      keys.map((key) => [key, "helper", 100]),
    );
  });

  it("finds the agent of a LangGraph span by its path of nodes", () => {
    const metadata = JSON.stringify({ langgraph_checkpoint_ns: "supervisor:24ff98ee|agent:d5e546c2" });
    const { records, spans } = read(
      span("1", "", {
        "openinference.span.kind": "LLM",
        "llm.token_count.prompt": 100,
        "llm.token_count.completion": 10,
        metadata,
      }),
      span("2", "", {
        "openinference.span.kind": "TOOL",
        "tool.name": "transfer_to_writer",
        metadata,
      }),
      span("3", "", { "openinference.span.kind": "LLM", "llm.token_count.prompt": 7, metadata: "{bad" }),
    );
    expect(records.map(({ usage }) => usage?.agent)).toEqual(["supervisor", undefined, "unknown"]);
    expect(spans[1]?.handoff).toEqual({ from: "supervisor", to: "writer" });
  });

  it("counts each of several calls below a span that sums them without a kind", () => {
    const sum = { "gen_ai.system": "x", "gen_ai.usage.input_tokens": 200 };
    const { records } = read(span("sum", "", sum), call("1", "sum"), call("2", "sum"));
    expect(records.map(({ usage }) => usage?.inputTokens ?? null)).toEqual([null, 100, 100]);
  });

  it("marks a compaction at the innermost call that reports it, and counts the call", () => {
    const compacted = [{ key: "gen_ai.conversation.compacted", value: { boolValue: true } }];
    const chat = (id: string, parent: string) => {
      const made = call(id, parent, { "gen_ai.conversation.id": "c9", "gen_ai.agent.name": "writer" });
      return { ...made, attributes: [...made.attributes, ...compacted] };
    };
    const { records } = read(chat("1", ""), chat("2", "1"));
    expect(records.map(({ compaction }) => compaction)).toEqual([
      null,
      expect.objectContaining({ agent: "writer", trigger: null, beforeTokens: null, afterTokens: null }),
    ]);
    expect(records[1]).toMatchObject({ sessionId: "c9", usage: { inputTokens: 100, outputTokens: 10 } });
  });

  it("treats a conversation as a session, also for the spans within it", () => {
    const { records } = read(
      span("2", "1", { "gen_ai.operation.name": "chat" }),
      span("1", "", agent("a", { "gen_ai.conversation.id": "c1" })),
    );
    expect(records.map(({ sessionId }) => sessionId)).toEqual(["c1", "c1"]);
  });

  it("marks errors, as text or number, and ignores a time of zero", () => {
    const { records } = read(
      span("1", "", agent("a"), { status: { code: 2 }, startTimeUnixNano: "0" }),
      span("2", "", agent("a"), { status: { code: "STATUS_CODE_ERROR" } }),
      span("3", "", agent("a"), { status: {} }),
    );
    expect(records.map(({ isError }) => isError)).toEqual([true, true, false]);
    expect(records[0]?.timestamp).toBeNull();
  });

  it("names invalid spans, and reads the others", () => {
    const { records, rejected } = read(7, span("1", "", agent("a")), { traceId: "" });
    expect(records).toHaveLength(1);
    expect(rejected).toEqual([
      "resourceSpans[0].scopeSpans[0].spans[0] is not a span",
      "resourceSpans[0].scopeSpans[0].spans[2] is not a span",
    ]);
  });

  it("returns each span's caller, or its missing ancestor, through spans without records", () => {
    const { spans } = read(
      span("4", "3", agent("writer", { "gen_ai.usage.input_tokens": 9 })),
      span("3", "2", {}),
      span("2", "1", {}),
      span("5", "4", { "gen_ai.operation.name": "chat" }),
      span("6", "", {}),
      span("7", "7", {}),
    );
    expect(spans).toMatchObject([
      { spanId: "4", ordinal: 0, agent: "writer", inputTokens: 9, callerId: null, missingId: "1" },
      { spanId: "3", ordinal: null, agent: null, callerId: null, missingId: "1" },
      { spanId: "2", ordinal: null, callerId: null, missingId: "1" },
      { spanId: "5", ordinal: 1, agent: null, callerId: "4", missingId: null },
      { spanId: "6", ordinal: null, callerId: null, missingId: null },
      { spanId: "7", ordinal: null, callerId: null, missingId: null },
    ]);
  });

  it("stops if spans are their own ancestors", () => {
    expect(
      pairs(span("1", "2", agent("a")), span("2", "1", agent("b")), span("3", "3", agent("c"))),
    ).toHaveLength(2);
  });

  it("climbs a chain of spans in linear time", () => {
    const length = 10_000;
    const spans = (parentOf: (index: number) => string) =>
      request(
        ...Array.from({ length }, (_, index) => span(String(index), parentOf(index), agent(`${index % 2}`))),
      );
    const timeOf = (json: unknown) => {
      const started = cpuMilliseconds();
      readOtlpTraces(json);
      return cpuMilliseconds() - started;
    };
    const flat = spans(() => "");
    const chain = spans((index) => String(index - 1));
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 && ratio >= 1.5; attempt++) ratio = timeOf(chain) / timeOf(flat);
    expect(ratio).toBeLessThan(1.5);
  }, 60_000);

  it.each([[42], ["text"], [[1]], [null], [{}], [{ resourceSpans: 1 }]])("rejects %j", (json) => {
    expect(readOtlpTraces(json)).toMatchObject({ ok: false, problem: { code: "not_an_event" } });
  });
});

describe("readOtlpLine", () => {
  it("returns one event if no span follows a convention", () => {
    expect(readOtlpLine(request(span("1", "", { "http.method": "GET" })))).toMatchObject({
      ok: true,
      records: [{ eventType: "otlp.export", sessionId: null }],
    });
  });

  it("returns all its spans with the first record", () => {
    const read = readOtlpLine(
      request(span("1", "", {}), span("2", "1", agent("a")), span("3", "2", agent("b"))),
    );
    expect(read.ok && read.records.map(({ spans }) => spans.map(({ spanId }) => spanId))).toEqual([
      ["1", "2", "3"],
      [],
    ]);
  });

  it("rejects a line with an invalid span", () => {
    expect(readOtlpLine(request(7))).toMatchObject({ ok: false, problem: { code: "schema_error" } });
  });
});
