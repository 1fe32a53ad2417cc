import { expect, it } from "vitest";
import { readOpencode } from "./opencode";
import type { SessionRecord } from "./session-record";

const read = (json: unknown): SessionRecord[] => {
  const result = readOpencode(json);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
};

const tokens = { total: 1_055, input: 700, output: 45, reasoning: 10, cache: { read: 300, write: 0 } };
const session = {
  id: "ses_1",
  parentID: "ses_0",
  title: "Find the tests",
  time: { created: 1_000, updated: 9_000 },
};
const asked = {
  info: { id: "msg_1", sessionID: "ses_1", role: "user", agent: "build", time: { created: 1_000 } },
  parts: [{ id: "prt_1", sessionID: "ses_1", messageID: "msg_1", type: "text", text: "Find the tests" }],
};
const task = {
  id: "prt_3",
  sessionID: "ses_1",
  messageID: "msg_2",
  type: "tool",
  tool: "task",
  state: {
    status: "completed",
    input: { description: "look", prompt: "Look for tests", subagent_type: "explore" },
    output: '<task id="ses_2" state="completed">\n<task_result>\nThere are ten\n</task_result>\n</task>',
    metadata: { sessionId: "ses_2" },
    time: { start: 3_000, end: 4_000 },
  },
};
const message = {
  id: "msg_2",
  sessionID: "ses_1",
  parentID: "msg_1",
  role: "assistant",
  agent: "build",
  modelID: "gpt-5",
  tokens,
  time: { created: 2_000, completed: 5_000 },
};
const step = (id: string) => ({ id, sessionID: "ses_1", messageID: "msg_2", type: "step-finish", tokens });
const exported = {
  info: session,
  messages: [asked, { info: message, parts: [task, step("prt_4"), step("prt_5")] }],
};

it("readOpencode reads a session, the calls of its messages, and its subagents from an export", () => {
  expect(read(exported)).toMatchObject([
    { eventType: "opencode.session", sessionId: "ses_1", parentSessionId: "ses_0", title: "Find the tests" },
    { eventType: "opencode.message.user", usage: null, timestamp: "1970-01-01T00:00:01.000Z" },
    {
      eventType: "opencode.message.assistant",
      identity: "opencode:msg_2",
      // Two steps of one message are two requests; output includes reasoning.
      usage: {
        agent: "build",
        model: "gpt-5",
        inputTokens: 1_400,
        cacheReadTokens: 600,
        outputTokens: 110,
        reasoningTokens: 20,
      },
    },
    {
      identity: "opencode:prt_3:call",
      agents: [{ agentId: "ses_2", name: "explore", startedBy: "opencode:prt_3:call" }],
      handoff: { kind: "delegation", fromAgent: "build", toAgent: "explore", afterTokens: 3 },
    },
    {
      identity: "opencode:prt_3:return",
      timestamp: "1970-01-01T00:00:04.000Z",
      handoff: { kind: "return", fromAgent: "explore", toAgent: "build", afterTokens: 3 },
    },
  ]);
});

it("readOpencode reads single storage files, and names the agent of a part by its message", () => {
  expect(read(session)).toMatchObject([{ eventType: "opencode.session", identity: "opencode:ses_1" }]);
  expect(read(message)).toMatchObject([
    { agents: [{ agentId: "msg_2", name: "build" }], usage: { inputTokens: 700, outputTokens: 55 } },
  ]);
  expect(read(task)).toMatchObject([
    { eventType: "opencode.part.tool" },
    { handoff: { kind: "delegation", fromAgent: "unknown", fromAgentId: "msg_2", toAgentId: "ses_2" } },
    { handoff: { kind: "return", toAgentId: "msg_2" } },
  ]);
});

it.each([
  ["is incomplete", { time: { created: 2_000 } }, "opencode:msg_2:open", 55],
  ["includes reasoning in the output", { tokens: { ...tokens, total: undefined } }, "opencode:msg_2", 45],
])("readOpencode reads a message that %s", (_, fields, identity, outputTokens) => {
  expect(read({ ...message, ...fields })).toMatchObject([{ identity, usage: { outputTokens } }]);
});

it("readOpencode reads a compaction with its sizes, summary and trigger", () => {
  const marker = { ...asked.parts[0], type: "compaction", auto: true };
  const summary = { ...asked.parts[0], id: "prt_9", type: "text", text: "We look for tests." };
  const messages = [
    { ...asked, parts: [marker] },
    { info: { ...message, agent: "compaction", summary: true }, parts: [summary] },
  ];
  expect(read({ info: session, messages })[2]?.compaction).toMatchObject({
    trigger: "auto",
    beforeTokens: 1_000,
    afterTokens: 45,
    summary: "We look for tests.",
  });
});

it.each([null, {}, { id: "x" }, { info: {}, messages: [] }])("readOpencode rejects %j", (json) => {
  expect(readOpencode(json)).toMatchObject({ ok: false, problem: { code: "schema_error" } });
});
