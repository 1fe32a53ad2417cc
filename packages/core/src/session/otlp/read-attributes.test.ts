import { describe, expect, it } from "vitest";
import { readAttributes } from "./read-attributes";

type Values = Record<string, string | number | boolean>;

const read = (values: Values) =>
  readAttributes(Object.entries(values).map(([key, value]) => ({ key, value: toAnyValue(value) })));

function toAnyValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  return typeof value === "boolean" ? { boolValue: value } : { intValue: String(value) };
}

describe("readAttributes", () => {
  const conventions: [string, Values, object][] = [
    [
      "a chat of OpenTelemetry, with the names of its cache before and after they changed",
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "asked",
        "gen_ai.response.model": "answered",
        "gen_ai.response.id": "chatcmpl-1",
        "gen_ai.conversation.id": "c1",
        "gen_ai.usage.input_tokens": 300,
        "gen_ai.usage.cache_read.input_tokens": 40,
        "gen_ai.usage.cache_creation.input_tokens": 1,
        "gen_ai.usage.cache_write.input_tokens": 25,
        "gen_ai.usage.output_tokens": 7,
      },
      {
        role: "model",
        kind: "chat",
        model: "answered",
        responseId: "chatcmpl-1",
        session: "c1",
        inputTokens: 300,
        cacheReadTokens: 40,
        cacheWriteTokens: 25,
        outputTokens: 7,
      },
    ],
    [
      "tokens without an operation",
      { "gen_ai.system": "openai", "gen_ai.usage.prompt_tokens": 12, "gen_ai.usage.completion_tokens": 3 },
      { role: "model", kind: null, inputTokens: 12, outputTokens: 3 },
    ],
    [
      "a tool that hands over",
      {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "transfer_to_billing",
        "gen_ai.agent.handoff.source.name": "triage",
        "gen_ai.agent.handoff.target.name": "billing",
      },
      { role: "tool", tool: "transfer_to_billing", handoffFrom: "triage", handoffTo: "billing" },
    ],
    [
      "an agent of OpenInference",
      { "openinference.span.kind": "AGENT", "graph.node.id": "researcher", "session.id": "s1" },
      { role: "agent", agent: "researcher", session: "s1" },
    ],
    [
      "a call of OpenInference",
      {
        "openinference.span.kind": "LLM",
        "graph.node.id": "no agent",
        "llm.model_name": "m",
        "llm.token_count.prompt": 120,
        "llm.token_count.prompt_details.cache_read": 20,
        "llm.token_count.prompt_details.cache_write": 5,
        "llm.token_count.completion": 30,
      },
      {
        role: "model",
        agent: null,
        model: "m",
        inputTokens: 120,
        cacheReadTokens: 20,
        cacheWriteTokens: 5,
        outputTokens: 30,
      },
    ],
    [
      "a call that follows two conventions",
      { "openinference.span.kind": "LLM", "gen_ai.usage.input_tokens": 148, "llm.token_count.prompt": 148 },
      { role: "model", kind: "LLM", inputTokens: 148 },
    ],
    [
      "an agent of OpenLLMetry",
      { "traceloop.span.kind": "agent", "gen_ai.system": "openai_agents", "traceloop.entity.name": "editor" },
      { role: "agent", agent: "editor" },
    ],
    [
      "a handoff of OpenLLMetry",
      {
        "traceloop.span.kind": "handoff",
        "gen_ai.handoff.from_agent": "Triage",
        "gen_ai.handoff.to_agent": "Editor",
      },
      { role: "handoff", handoffFrom: "Triage", handoffTo: "Editor" },
    ],
    [
      "a step of the AI SDK",
      {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.telemetry.functionId": "writer",
        "ai.telemetry.metadata.sessionId": "s2",
        "ai.response.id": "resp-1",
        "gen_ai.request.model": "m",
        "gen_ai.usage.input_tokens": 50,
        "gen_ai.usage.output_tokens": 5,
        "ai.usage.inputTokenDetails.cacheReadTokens": 10,
      },
      {
        role: "model",
        agent: "writer",
        session: "s2",
        responseId: "resp-1",
        model: "m",
        inputTokens: 50,
        cacheReadTokens: 10,
        outputTokens: 5,
      },
    ],
    [
      "a call of Google's ADK, which has no kind",
      {
        "gen_ai.system": "gcp.vertex.agent",
        "gen_ai.request.model": "gemini",
        "gcp.vertex.agent.session_id": "s3",
        "gen_ai.usage.input_tokens": 60,
        "gen_ai.usage.output_tokens": 6,
        "gen_ai.usage.experimental.reasoning_tokens": 4,
      },
      { role: "model", session: "s3", model: "gemini", inputTokens: 60, outputTokens: 6, reasoningTokens: 4 },
    ],
    [
      "a transfer of Google's ADK",
      {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "transfer_to_agent",
        "gcp.vertex.agent.tool_call_args": '{"agent_name":"billing"}',
      },
      { role: "tool", tool: "transfer_to_agent", handoffTo: "billing" },
    ],
    [
      "a swarm of Strands",
      {
        "gen_ai.operation.name": "invoke_swarm",
        "gen_ai.system": "strands-agents",
        "gen_ai.agent.name": "swarm",
      },
      { role: "workflow", kind: "invoke_swarm" },
    ],
    [
      "a call of Strands",
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "strands-agents",
        "gen_ai.usage.input_tokens": 90,
        "gen_ai.usage.cache_read_input_tokens": 20,
        "gen_ai.usage.cache_write_input_tokens": 10,
      },
      { role: "model", inputTokens: 90, cacheReadTokens: 20, cacheWriteTokens: 10 },
    ],
    [
      "an agent of the AI SDK, which sums its steps up",
      { "ai.operationId": "ai.streamText", "ai.telemetry.functionId": "writer", "ai.usage.inputTokens": 90 },
      { role: "agent", agent: "writer", inputTokens: 90 },
    ],
  ];
  it.each(conventions)("reads %s", (_, attributes, expected) => {
    expect(read(attributes)).toMatchObject({ unknownKinds: [], ...expected });
  });

  it("ignores a span without a convention, and names an unknown kind", () => {
    expect(read({ "http.method": "GET", "session.id": "s" })).toMatchObject({ role: null, unknownKinds: [] });
    expect(read({ "gen_ai.operation.name": "invoke_swarm" })).toMatchObject({
      role: "step",
      unknownKinds: ["gen_ai.operation.name.invoke_swarm"],
    });
    expect(read({ "gen_ai.operation.name": "dream" })).toMatchObject({
      role: "step",
      kind: "dream",
      unknownKinds: ["gen_ai.operation.name.dream"],
    });
  });

  it("reads a count written as a double, but no fraction", () => {
    const attribute = (doubleValue: number) => [{ key: "gen_ai.usage.input_tokens", value: { doubleValue } }];
    expect(readAttributes(attribute(7)).inputTokens).toBe(7);
    expect(readAttributes(attribute(7.5)).inputTokens).toBeNull();
  });
});
