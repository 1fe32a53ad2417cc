import { describe, expect, it } from "vitest";
import type { ConversationPart } from "./conversation-line";
import { hasConversation, readConversation } from "./read-conversation";

/** Returns each part in short: `agent: kind text`. */
const short = (eventType: string, ...lines: unknown[]) =>
  lines.flatMap((line) =>
    readConversation(eventType, line).flatMap(({ agent, agentId, parts }) =>
      parts.map((part) => {
        const who = agent ?? agentId;
        return `${who === null ? "" : `${who}: `}${part.kind} ${describePart(part)}${"isEcho" in part ? " (echo)" : ""}`;
      }),
    ),
  );

function describePart(part: ConversationPart): string {
  switch (part.kind) {
    case "message":
      return `${part.speaker} ${part.text}${describeImages(part)}`;
    case "call":
      return `${part.callId} ${part.tool} ${part.input}`;
    case "result":
      return `${part.callId} ${part.isError ? "failed " : ""}${part.output}${describeImages(part)}`;
    default:
      return part.text;
  }
}

function describeImages({
  images = [],
}: {
  images?: readonly { mediaType: string; base64: string | null }[];
}) {
  return images.map(({ mediaType, base64 }) => ` (${mediaType} ${base64})`).join("");
}

describe("readConversation of Claude Code", () => {
  const PNG = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
  const assistant = (...content: object[]) => ({
    type: "assistant",
    message: { role: "assistant", content },
  });
  const user = (content: unknown, rest: object = {}) => ({
    type: "user",
    message: { role: "user", content },
    ...rest,
  });

  it("reads prompts, reasoning, answers, calls and results in order", () => {
    expect(
      short(
        "claude_code.user",
        user("Fix the pager"),
        assistant(
          { type: "thinking", thinking: "Look first." },
          { type: "text", text: "I look." },
          { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls", prompt: 7 } },
        ),
        user([{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "a.ts" }] }]),
        user([{ type: "tool_result", tool_use_id: "t2", content: "no file", is_error: true }]),
        user([{ type: "tool_result", tool_use_id: "t3", content: [PNG, { type: "document" }] }]),
        user([PNG, { type: "text", text: "See it" }, { type: "image" }]),
      ),
    ).toEqual([
      "message user Fix the pager",
      "reasoning Look first.",
      "message agent I look.",
      'call t1 Bash {\n  "command": "ls",\n  "prompt": 7\n}',
      "result t1 a.ts",
      "result t2 failed no file",
      "result t3 [document] (image/png AAAA)",
      "message user See it (image/png AAAA) (image null)",
    ]);
  });

  it("separates text that the client added from what the user said", () => {
    expect(
      short(
        "claude_code.user",
        user("<command-name>/compact</command-name>"),
        user("Caveat", { isMeta: true }),
        user("The summary", { isCompactSummary: true }),
        { type: "attachment", attachment: { type: "queued_command", prompt: "And the tests" } },
        { type: "attachment", attachment: { type: "skill_listing", content: "skills" } },
        { type: "system", subtype: "informational", content: "Resumed", level: "info" },
        { type: "system", subtype: "compact_boundary", content: "Conversation compacted" },
        { type: "system", subtype: "api_error", level: "error", content: "overloaded" },
        { ...assistant({ type: "text", text: "API Error: 500" }), isApiErrorMessage: true },
        { type: "queue-operation", operation: "enqueue", content: "Fix" },
        { type: "progress", data: {} },
      ),
    ).toEqual([
      "context <command-name>/compact</command-name>",
      "context Caveat",
      "context The summary",
      "message user And the tests",
      "context Resumed",
      "error overloaded",
      "error API Error: 500",
    ]);
  });

  it("names the subagent of a line", () => {
    expect(
      short("claude_code.user", user("Look", { agentId: "a1", isSidechain: true }), {
        ...assistant({ type: "text", text: "Seen" }),
        agentId: "a1",
        attributionAgent: "Explore",
      }),
    ).toEqual(["a1: message user Look", "Explore: message agent Seen"]);
  });
});

describe("readConversation of other clients", () => {
  it("reads items of Codex rollouts, and messages that only events have as echoes", () => {
    const item = (payload: object) => ({ type: "response_item", payload });
    const event = (payload: object) => ({ type: "event_msg", payload });
    expect(
      short(
        "codex.response_item.message",
        item({ type: "message", role: "developer", content: [{ type: "input_text", text: "Rules" }] }),
        item({
          type: "message",
          role: "user",
          content: [{ type: "input_text", text: "<environment_context>" }],
        }),
        item({
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "Go" },
            { type: "input_image", image_url: "data:image/jpeg;base64,BBBB" },
          ],
        }),
        event({
          type: "item_completed",
          item: { type: "UserMessage", content: [{ type: "text", text: "Go" }] },
        }),
        item({
          type: "reasoning",
          summary: [{ type: "summary_text", text: "Think" }],
          encrypted_content: "x",
        }),
        item({ type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" }),
        item({ type: "function_call_output", call_id: "c1", output: "Exit code: 2\nnone" }),
        item({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin", call_id: "c2" }),
        item({
          type: "custom_tool_call_output",
          call_id: "c2",
          output: [{ type: "input_text", text: "Done" }],
        }),
        event({ type: "agent_message", message: "Ready" }),
        event({ type: "error", message: "no network" }),
        { type: "compacted", payload: { message: "Summary" } },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "First generation" }] },
        { type: "turn_context", payload: { model: "m" } },
      ),
    ).toEqual([
      "context Rules",
      "context <environment_context>",
      "message user Go (image/jpeg BBBB)",
      "message user Go (echo)",
      "reasoning Think",
      'call c1 shell {\n  "command": [\n    "ls"\n  ]\n}',
      "result c1 failed Exit code: 2\nnone",
      "call c2 apply_patch *** Begin",
      "result c2 Done",
      "message agent Ready (echo)",
      "error no network",
      "context Summary",
      "message agent First generation",
    ]);
    const run = { id: "i1", type: "command_execution", command: "ls", aggregated_output: "a", exit_code: 1 };
    expect(
      short(
        "codex_exec.item.completed",
        { type: "item.started", item: run },
        { type: "item.completed", item: run },
        { type: "item.completed", item: { id: "i2", type: "agent_message", text: "Done" } },
        { type: "turn.failed", error: { message: "limit" } },
      ),
    ).toEqual(["call i1 command_execution ls", "result i1 failed a", "message agent Done", "error limit"]);
  });

  it("reads Copilot, Gemini, Qwen and OpenCode", () => {
    expect(
      short(
        "copilot.user.message",
        { type: "user.message", data: { content: "Go" } },
        {
          type: "tool.execution_start",
          data: { toolCallId: "c1", toolName: "view", arguments: { path: "a" } },
        },
        {
          type: "tool.execution_complete",
          data: { toolCallId: "c1", success: false, error: { message: "no" } },
        },
        { type: "assistant.message", agentId: "a1", data: { content: "Done" } },
        { type: "session.start", data: {} },
      ),
    ).toEqual([
      "message user Go",
      'call c1 view {\n  "path": "a"\n}',
      "result c1 failed no",
      "a1: message agent Done",
    ]);
    const call = {
      id: "c1",
      name: "read",
      args: { path: "a" },
      status: "success",
      result: [{ functionResponse: { response: { output: "text" } } }],
    };
    const answer = {
      id: "m2",
      type: "gemini",
      content: "Done",
      thoughts: [{ subject: "Plan", description: "read" }],
      toolCalls: [call],
    };
    const gemini = [
      "reasoning Plan: read",
      "message agent Done",
      'call c1 read {\n  "path": "a"\n}',
      "result c1 text",
    ];
    expect(short("gemini.gemini", { id: "m1", type: "user", content: [{ text: "Go" }] }, answer)).toEqual([
      "message user Go",
      ...gemini,
    ]);
    expect(short("gemini.session", { sessionId: "s", messages: [answer] })).toEqual(gemini);
    expect(
      short(
        "qwen.assistant",
        { type: "user", message: { parts: [{ text: "Go" }] } },
        {
          type: "assistant",
          agentId: "e",
          agentName: "explore",
          message: {
            parts: [{ text: "hm", thought: true }, { functionCall: { id: "c", name: "ls", args: {} } }],
          },
        },
        {
          type: "tool_result",
          message: { parts: [{ functionResponse: { id: "c", response: { output: "a" } } }] },
        },
      ),
    ).toEqual(["message user Go", "explore: reasoning hm", "explore: call c ls {}", "result c a"]);
    const state = { status: "completed", input: { path: "a" }, output: "text" };
    expect(
      short("opencode.session", {
        messages: [
          { info: { id: "m1", role: "user" }, parts: [{ type: "text", text: "Go" }] },
          {
            info: { id: "m2", role: "assistant" },
            parts: [{ type: "tool", tool: "read", callID: "c", state }],
          },
        ],
      }),
    ).toEqual(["message user Go", 'call c read {\n  "path": "a"\n}', "result c text"]);
  });

  it("finds nothing in lines of other programs and in damaged ones", () => {
    for (const json of [null, 7, "text", [], {}, { type: "user", message: null }, { payload: [] }]) {
      for (const type of [
        "claude_code.user",
        "codex.x",
        "codex_exec.x",
        "copilot.x",
        "gemini.x",
        "qwen.x",
        "opencode.x",
        "context_handoff",
        "constructor",
      ])
        expect(readConversation(type, json)).toEqual([]);
    }
  });
});

describe("readConversation", () => {
  it("is known to read the lines of some clients only", () => {
    expect(["claude_code.user", "codex.compacted", "gemini.user"].every(hasConversation)).toBe(true);
    expect(["context_handoff", "session_start", "constructor.x", "otlp.span"].some(hasConversation)).toBe(
      false,
    );
  });
});
