import { expect, it } from "vitest";
import { findHandoffText } from "./handoff-text";

const use = (id: string, input: object) => ({ type: "tool_use", id, name: "Agent", input });
const asked = {
  type: "assistant",
  message: { content: [use("t1", { prompt: "Find the tests" }), use("t2", { message: "Go on" })] },
};
const result = (content: unknown) => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: "t1", content }] },
});
const codex = (payload: object) => ({ type: "event_msg", payload });

it.each([
  ["the prompt of a subagent", asked, "t1:call", "Find the tests"],
  ["a message in the same line", asked, "t2:call", "Go on"],
  [
    "an answer, without what Claude Code adds",
    result([
      { type: "text", text: "Ten" },
      { type: "text", text: "agentId: a1 (use SendMessage)" },
    ]),
    "t1:return",
    "Ten",
  ],
  ["nothing of another handoff", asked, "t3:call", null],
  [
    "the prompt of a tool call of Codex",
    codex({ type: "function_call", call_id: "c1", arguments: '{"message":"Look"}' }),
    "codex:thread:c1:call",
    "Look",
  ],
  [
    "the prompt of an event of Codex",
    codex({ call_id: "c1", prompt: "Look" }),
    "codex:thread:c1:call",
    "Look",
  ],
  [
    "the answer of a background agent",
    { type: "user", message: { content: "<task-notification>\n<result>Ten</result>" } },
    "t1:return",
    "Ten",
  ],
  [
    "an answer in an event of Codex",
    codex({ type: "collab_waiting_end", statuses: { c2: { completed: "Ten" } } }),
    "codex:thread:c2:return:1",
    "Ten",
  ],
  ["nothing for a missing line", null, "t1:call", null],
])("findHandoffText returns %s", (_, json, eventId, expected) => {
  expect(findHandoffText(json, eventId)).toBe(expected);
});
