import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeOfRun } from "../../test/soak";
import {
  readAgentsSdkLine,
  readCodexExecLine,
  readCodexLine,
  readCopilotLine,
  readGeminiLine,
  readHandoffLog,
  readLangfuseExport,
  readLangsmithExport,
  readOpencode,
  readOrchestratorHandoff,
  readOtlpLine,
  readQwenLine,
  readReturnedMetadata,
  readTaskFile,
  readWhoAndWhenLog,
} from "./index";

const numRuns = sizeOfRun({ suite: 300, soak: 100_000 });

/** A line of the format with some values replaced by arbitrary ones. */
function damaged(line: object): fc.Arbitrary<unknown> {
  const places: (string | number)[][] = [];
  const visit = (value: unknown, path: (string | number)[]): void => {
    places.push(path);
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      visit(child, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  };
  visit(line, []);
  const damage = fc.record({ path: fc.constantFrom(...places), value: fc.jsonValue() });
  return fc
    .array(damage, { maxLength: 3 })
    .map((all) => all.reduce<unknown>((value, each) => replaceAt(value, each.path, each.value), line));
}

function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === key ? replaceAt(each, rest, by) : each));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? replaceAt(each, rest, by) : each]),
  );
}

const usage = { input_tokens: 9, cached_input_tokens: 4, output_tokens: 2, total_tokens: 11 };
const spawn = { agent_type: "explorer", message: "Look." };
const span = { object: "trace.span", id: "s", trace_id: "t", started_at: "2026-01-01T00:00:00Z" };
const attribute = (key: string, value: object) => ({ key: `gen_ai.${key}`, value });

const opencodeTask = {
  id: "prt_1",
  sessionID: "ses_1",
  messageID: "msg_1",
  type: "tool",
  tool: "task",
  state: {
    status: "completed",
    input: { prompt: "Look." },
    output: "Found.",
    metadata: { sessionId: "ses_2" },
  },
};

const READERS = {
  opencode: [
    readOpencode,
    {
      info: { id: "ses_1", title: "Look", time: { created: 1 } },
      messages: [
        {
          info: {
            id: "msg_1",
            sessionID: "ses_1",
            role: "assistant",
            tokens: { input: 1, output: 2, reasoning: 0, cache: { read: 1, write: 1 } },
            time: { created: 1, completed: 2 },
          },
          parts: [opencodeTask],
        },
      ],
    },
  ],
  "opencode, a part": [readOpencode, opencodeTask],
  "codex, a snapshot": [
    (json: unknown) => readCodexLine(json, "s"),
    {
      timestamp: "2026-01-01T00:00:00Z",
      type: "event_msg",
      payload: { type: "token_count", info: { total_token_usage: usage, last_token_usage: usage } },
    },
  ],
  "codex, an agent started": [
    (json: unknown) => readCodexLine(json, null),
    {
      type: "response_item",
      payload: { type: "function_call", name: "spawn_agent", call_id: "c", arguments: JSON.stringify(spawn) },
    },
  ],
  "codex, agents at work together": [
    (json: unknown) => readCodexLine(json, null, { threads: 7 }),
    {
      timestamp: "2026-01-01T00:00:00Z",
      type: "event_msg",
      payload: {
        type: "item_completed",
        turn_id: "01990000-0000-7000-8000-0000000000aa",
        item: {
          type: "CollabAgentToolCall",
          id: "c",
          tool: "spawn_agent",
          receiver_thread_ids: ["t"],
          receiver_agents: [{ agent_role: "explorer" }],
          agents_states: { t: { completed: "done" } },
        },
      },
    },
  ],
  "codex exec": [
    (json: unknown) => readCodexExecLine(json, null, null),
    { type: "turn.completed", thread_id: "t", usage, item: { type: "agent_message" } },
  ],
  "codex exec, an agent started": [
    (json: unknown) => readCodexExecLine(json, null, { threads: 7 }),
    {
      type: "item.completed",
      item: {
        id: "item_1",
        type: "collab_tool_call",
        tool: "spawn_agent",
        receiver_thread_ids: ["t"],
        prompt: "Look.",
        agents_states: { t: { status: "completed", message: "done" } },
      },
    },
  ],
  copilot: [
    (json: unknown) => readCopilotLine(json, "s", { session: 7 }),
    {
      type: "session.shutdown",
      id: "e",
      timestamp: "2026-01-01T00:00:00Z",
      data: { modelMetrics: { m: { usage: { inputTokens: 9, outputTokens: 2, cacheReadTokens: 4 } } } },
    },
  ],
  "copilot, an agent started": [
    (json: unknown) => readCopilotLine(json, null, { session: null, calls: [] }),
    { type: "subagent.started", id: "e", agentId: "a", data: { toolCallId: "c", agentName: "explore" } },
  ],
  gemini: [
    (json: unknown) => readGeminiLine(json, "s", { session: 7 }),
    {
      id: "m",
      type: "gemini",
      timestamp: "2026-01-01T00:00:00Z",
      content: [{ text: "hi" }],
      tokens: { input: 9, output: 2, cached: 4, thoughts: 1, total: 12 },
      toolCalls: [
        { id: "c", name: "reviewer", agentId: "a", args: { q: "?" }, status: "success", result: [] },
      ],
    },
  ],
  "gemini, all messages": [
    (json: unknown) => readGeminiLine(json, null, null),
    { $set: { sessionId: "s", kind: "subagent", messages: [{ id: "m", type: "user", content: "hi" }] } },
  ],
  langfuse: [
    readLangfuseExport,
    {
      id: "t",
      sessionId: "s",
      observations: [
        { id: "a", type: "AGENT", name: "planner", startTime: "2026-01-01T00:00:00Z" },
        { id: "g", type: "GENERATION", parentObservationId: "a", usageDetails: { input: 9, output: 2 } },
      ],
    },
  ],
  langsmith: [
    readLangsmithExport,
    {
      runs: [
        {
          id: "r",
          run_type: "llm",
          start_time: "2026-01-01T00:00:00Z",
          outputs: { usage_metadata: { input_tokens: 9, input_token_details: { cache_read: 4 } } },
          child_runs: [{ id: "c", run_type: "tool", start_time: "2026-01-01T00:00:00Z" }],
        },
      ],
    },
  ],
  qwen: [
    (json: unknown) => readQwenLine(json, { started: [["c", "reviewer"]] }),
    {
      uuid: "u",
      sessionId: "s",
      type: "assistant",
      timestamp: "2026-01-01T00:00:00Z",
      message: {
        parts: [
          { functionCall: { id: "d", name: "task", args: { subagent_type: "x", prompt: "?" } } },
          { functionResponse: { id: "c", response: { output: "done" } } },
        ],
      },
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 },
    },
  ],
  "agents-sdk": [
    readAgentsSdkLine,
    {
      data: [
        { object: "trace", id: "t", workflow_name: "w" },
        { ...span, span_data: { type: "handoff", from_agent: "a", to_agent: "b" }, error: null },
        { ...span, span_data: { type: "generation", model: "m", usage } },
      ],
    },
  ],
  otlp: [
    readOtlpLine,
    {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: "t",
                  spanId: "1",
                  parentSpanId: "2",
                  startTimeUnixNano: "1771846892239000000",
                  attributes: [
                    attribute("operation.name", { stringValue: "invoke_agent" }),
                    attribute("agent.name", { stringValue: "a" }),
                    attribute("usage.input_tokens", { intValue: "9" }),
                  ],
                  status: { code: 1 },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  "who-and-when": [
    (json: unknown) => readWhoAndWhenLog(json, "s"),
    { history: [{ role: "A (thought)" }, { role: "user", name: "B" }], question: "?", mistake_step: "1" },
  ],
  "return-metadata": [
    (json: unknown) => readReturnedMetadata(json, "s"),
    { status: "x", next_steps: [], metadata: { session_id: "s", agent_type: "a", delegation_path: ["b"] } },
  ],
  "orchestrator-handoff": [
    (json: unknown) => readOrchestratorHandoff(json, "s"),
    { status: "x", summary: "y", session_id: "s" },
  ],
  "handoff-log": [
    readHandoffLog,
    { entries: [{ at: "2026-01-01T00:00:00Z", from: "a", to: "b", task: "t", status: null }] },
  ],
  "task-file": [
    readTaskFile,
    { id: "t", agent: "a", title: "x", status: "done", result: { next_agent: "b", completed_at: "2026" } },
  ],
} as const;

describe.each(Object.entries(READERS))("any value as %s", (_name, [readLine, line]) => {
  const isReading = (json: unknown) => {
    const result = readLine(json);
    if (!result.ok) return result.problem.message !== "";
    return result.records.every(
      ({ eventType, usage: used, handoff }) =>
        eventType !== "" &&
        handoff?.savedTokens !== 0 &&
        handoff?.fromAgent !== "" &&
        handoff?.toAgent !== "" &&
        Object.values(used ?? {}).every(
          (each) => typeof each !== "number" || (each >= 0 && Number.isInteger(each)),
        ),
    );
  };

  it("is read or rejected with a reason, and never throws", () => {
    expect(readLine(line).ok).toBe(true);
    fc.assert(fc.property(fc.jsonValue(), isReading), { numRuns });
    fc.assert(fc.property(damaged(line), isReading), { numRuns });
  });
});
