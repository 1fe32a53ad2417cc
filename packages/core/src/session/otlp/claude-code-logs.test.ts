import { describe, expect, it } from "vitest";
import { usageFacts } from "../session-record";
import { readOtlpLogsLine, readOtlpLogsShape } from "./claude-code-logs";

type Values = Record<string, string | number>;

const log = (name: string, values: Values, rest: object = {}) => ({
  timeUnixNano: "1788256800000000000",
  body: { stringValue: name },
  attributes: Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: value },
  })),
  ...rest,
});

const request = (logRecords: unknown[], library = "com.anthropic.claude_code.events") => ({
  resourceLogs: [{ resource: {}, scopeLogs: [{ scope: { name: library }, logRecords }] }],
});

const CALL = {
  "session.id": "s1",
  "event.sequence": 3,
  model: "claude-opus-5",
  request_id: "req_1",
  // Versions use different types of numbers.
  input_tokens: "20",
  output_tokens: 7,
  cache_read_tokens: "900",
  cache_creation_tokens: 40,
  query_source: "repl_main_thread",
};

describe("readOtlpLogsLine", () => {
  it("reads a model call of Claude Code, with the parts of its usage separate", () => {
    expect(readOtlpLogsLine(request([log("claude_code.api_request", CALL)]))).toMatchObject({
      ok: true,
      records: [
        {
          eventType: "claude_code.otel.api_request",
          identity: "s1:1788256800000000000:api_request:3",
          sessionId: "s1",
          timestamp: "2026-09-01T10:00:00.000Z",
          usage: usageFacts({
            key: "claude-code:req_1:sum",
            sumKey: "claude-code:req_1:sum",
            agent: "main",
            model: "claude-opus-5",
            inputTokens: 20,
            cacheCreationTokens: 40,
            cacheReadTokens: 900,
            outputTokens: 7,
          }),
        },
      ],
    });
  });

  const read = (name: string, values: Values, rest: object = {}) => {
    const result = readOtlpLogsLine(request([log(name, values, rest)]));
    if (!result.ok) throw new Error(result.problem.message);
    return result.records[0];
  };

  it.each([
    ["main", { query_source: "compact" }],
    ["unknown", { query_source: "subagent" }],
    ["Explore", { query_source: "subagent", "agent.name": "Explore" }],
  ])("assigns a call to the agent %s", (agent, values) => {
    expect(read("claude_code.api_request", { ...CALL, ...values }).usage?.agent).toBe(agent);
  });

  it("counts no tokens for a call without a request ID", () => {
    expect(read("claude_code.api_request", { "session.id": "s1", input_tokens: 20 })).toMatchObject({
      sessionId: "s1",
      usage: null,
    });
  });

  it("uses a prompt that is not redacted as title, and reports errors", () => {
    expect(read("claude_code.user_prompt", { prompt: "Fix the claim" }).title).toBe("Fix the claim");
    expect(read("claude_code.user_prompt", { prompt: "<REDACTED>" }).title).toBeNull();
    expect(read("", { "session.id": "s" }, { eventName: "claude_code.api_error" })).toMatchObject({
      eventType: "claude_code.otel.api_error",
      isError: true,
    });
  });

  it("keeps a line of another program as one event, and counts its log records", () => {
    const line = request([log("started", {}), log("claude_code", {})], "my-server");
    expect(readOtlpLogsLine(line)).toMatchObject({ ok: true, records: [{ eventType: "otlp.logs" }] });
    expect(readOtlpLogsShape(line).unknown).toEqual(["log: my-server", "log: my-server"]);
    expect(readOtlpLogsShape(request([log("claude_code.tool_result", {})])).unknown).toEqual([]);
  });

  it("rejects anything but a request, and an invalid log record", () => {
    expect(readOtlpLogsLine({ resourceSpans: [] })).toMatchObject({ problem: { code: "not_an_event" } });
    expect(readOtlpLogsLine(request([7]))).toMatchObject({ problem: { code: "schema_error" } });
  });
});
