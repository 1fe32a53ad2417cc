import { expect, it } from "vitest";
import { readClaudeCodeAgent } from "./claude-code-agent";
import { readClaudeCodeLine } from "./claude-code-transcript";
import { readConversation } from "./conversation/read-conversation";
import { readCopilotLine } from "./copilot-events";
import { readQwenLine } from "./qwen-session";
import type { RecordsResult } from "./read-records";

const said = { message: { role: "assistant", content: [{ type: "text", text: "Done" }] } };
const claude = { type: "assistant", sessionId: "s", timestamp: "2026-02-11T20:36:45.618Z", ...said };
const copilot = { type: "assistant.message", id: "1", data: { content: "Done" } };
const qwen = { type: "assistant", sessionId: "s", uuid: "1", message: { parts: [{ text: "Done" }] } };

const first = (result: RecordsResult) => {
  if (!result.ok) throw new Error(result.problem.message);
  return result.records[0];
};

it.each([
  ["Claude Code, main", first(readClaudeCodeLine(claude)), claude, null],
  [
    "Claude Code, subagent",
    first(readClaudeCodeLine({ ...claude, agentId: "a" })),
    { ...claude, agentId: "a" },
    "a",
  ],
  [
    "Claude Code, stream",
    first(readClaudeCodeLine({ ...claude, parent_tool_use_id: "t" })),
    { ...claude, parent_tool_use_id: "t" },
    "t",
  ],
  [
    "Claude Code, team",
    first(readClaudeCodeLine({ ...claude, agentName: "ann", teamName: "x" })),
    { ...claude, agentName: "ann", teamName: "x" },
    "ann@x",
  ],
  ["Copilot CLI, main", first(readCopilotLine(copilot, "s", null)), copilot, null],
  [
    "Copilot CLI, subagent",
    first(readCopilotLine({ ...copilot, agentId: "a" }, "s", null)),
    { ...copilot, agentId: "a" },
    "a",
  ],
  [
    "Qwen Code, subagent",
    first(readQwenLine({ ...qwen, agentId: "a" }, null)),
    { ...qwen, agentId: "a" },
    "a",
  ],
])("the record of a line has the agent of its conversation: %s", (_name, record, json, agentId) => {
  expect(record.agentId).toBe(agentId);
  expect(readConversation(record.eventType, json)).toMatchObject([{ agentId }]);
});

it("the notes about a subagent belong to it", () => {
  expect(first(readClaudeCodeAgent({ agentId: "a", agentType: "Explore" })).agentId).toBe("a");
});
