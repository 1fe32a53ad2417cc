import { append, put } from "./scratch";

const AT = "2026-03-01T10:00:00Z";

/** Writes files of coding agents and trace exports below a folder, with a secret in every possible text. */
export async function writeCanaryExports(folder: string, c: () => string): Promise<void> {
  const write = async (path: string, ...lines: object[]) =>
    append(await put(`${folder}/${path}`, ""), ...lines);
  const event = (type: string, data: object) => ({ type, id: c(), parentId: null, timestamp: AT, data });
  await write(
    ".copilot/session-state/s1/events.jsonl",
    event("session.start", { sessionId: c(), copilotVersion: "1.0.80" }),
    event("user.message", { content: c() }),
    event("tool.execution_start", { toolCallId: "c1", toolName: "task", arguments: { prompt: c() } }),
    event("subagent.started", { toolCallId: "c1", agentName: c(), model: c() }),
    event("tool.execution_complete", { toolCallId: "c1", result: { content: c() } }),
    event("session.compaction_complete", { summaryContent: c() }),
    event("session.shutdown", { modelMetrics: { [c()]: { usage: { inputTokens: 9 } } } }),
  );
  const toolCall = { id: c(), name: c(), agentId: c(), args: { query: c() }, status: "success", result: c() };
  await write(
    ".gemini/tmp/shop/chats/session-1.jsonl",
    { sessionId: c(), projectHash: c(), summary: c() },
    { id: c(), timestamp: AT, type: "user", content: c() },
    { id: c(), timestamp: AT, type: "gemini", model: c(), tokens: { input: 9 }, toolCalls: [toolCall] },
  );
  const qwen = (type: string, rest: object) => ({ uuid: c(), sessionId: c(), timestamp: AT, type, ...rest });
  const functionCall = { id: "q1", name: "task", args: { subagent_type: c(), prompt: c() } };
  await write(
    ".qwen/projects/shop/chats/s.jsonl",
    qwen("user", { message: { parts: [{ text: c() }] } }),
    qwen("assistant", { agentId: c(), agentName: c(), model: c(), message: { parts: [{ functionCall }] } }),
    qwen("tool_result", {
      message: { parts: [{ functionResponse: { id: "q1", response: { output: c() } } }] },
    }),
    qwen("system", { subtype: "custom_title", systemPayload: { customTitle: c(), parentSessionId: c() } }),
  );
  await write(
    "exports/codex-exec.jsonl",
    { type: "thread.started", thread_id: "t1" },
    { type: "item.completed", item: { id: "i", type: "agent_message", text: c() } },
    {
      type: "item.completed",
      item: {
        id: c(),
        type: "collab_tool_call",
        tool: "spawn_agent",
        receiver_thread_ids: [c()],
        prompt: c(),
      },
    },
  );
  const part = (type: string, rest: object) => ({
    id: c(),
    sessionID: "ses_1",
    messageID: "msg_1",
    type,
    ...rest,
  });
  await put(
    `${folder}/exports/opencode.json`,
    JSON.stringify({
      info: { id: "ses_1", title: c(), directory: c() },
      messages: [
        {
          info: {
            id: "msg_1",
            sessionID: "ses_1",
            role: "assistant",
            agent: c(),
            modelID: c(),
            summary: true,
          },
          parts: [
            part("text", { text: c() }),
            part("tool", {
              tool: "task",
              state: {
                status: "completed",
                input: { prompt: c(), subagent_type: c() },
                output: c(),
                metadata: { sessionId: c() },
              },
            }),
          ],
        },
      ],
    }),
  );
  const observation = (type: string) => ({
    id: c(),
    type,
    name: c(),
    traceId: c(),
    startTime: AT,
    input: c(),
  });
  await write("exports/langfuse.jsonl", observation("AGENT"), { ...observation("GENERATION"), model: c() });
  await write("exports/langsmith.jsonl", {
    id: c(),
    run_type: "llm",
    name: c(),
    start_time: AT,
    inputs: { text: c() },
    extra: { metadata: { lc_agent_name: c(), ls_model_name: c(), thread_id: c() } },
    prompt_tokens: 9,
  });
  const attributes = ["session.id", "request_id", "model", "prompt", "agent.name"].map((key) => ({
    key,
    value: { stringValue: c() },
  }));
  const logRecords = ["api_request", "user_prompt"].map((name) => ({
    body: { stringValue: `claude_code.${name}` },
    attributes,
  }));
  await write("exports/logs.jsonl", {
    resourceLogs: [{ scopeLogs: [{ scope: { name: c() }, logRecords }] }],
  });
}
