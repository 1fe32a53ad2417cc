import { expect, it } from "vitest";
import { readCodexExecLine } from "./codex-exec";

const collab = (id: string, tool: string, rest: object = {}) => ({
  type: "item.completed",
  item: {
    id,
    type: "collab_tool_call",
    tool,
    sender_thread_id: "t1",
    receiver_thread_ids: ["t2"],
    prompt: null,
    agents_states: { t2: { status: "running", message: null } },
    status: "completed",
    ...rest,
  },
});

it("readCodexExecLine reads started agents, messages to them, and each response once", () => {
  let memory: unknown = null;
  const answered = { t2: { status: "completed", message: "There are ten" } };
  const records = [
    { type: "thread.started", thread_id: "t1" },
    { ...collab("item_1", "spawn_agent", { prompt: "Find the tests" }), type: "item.started" },
    collab("item_1", "spawn_agent", { prompt: "Find the tests" }),
    collab("item_2", "wait", { agents_states: answered }),
    collab("item_3", "send_input", { prompt: "And the docs" }),
    collab("item_4", "close_agent", { agents_states: { t2: { status: "errored", message: "cut off" } } }),
    { type: "turn.completed", usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 5 } },
  ].flatMap((line) => {
    const result = readCodexExecLine(line, "file", memory);
    if (!result.ok) throw new Error(result.problem.message);
    memory = JSON.parse(JSON.stringify(result.memory));
    return result.records;
  });
  const handoffs = records.flatMap(({ handoff, isError, sessionId }) =>
    handoff
      ? [
          [
            sessionId,
            handoff.kind,
            handoff.fromAgent,
            handoff.toAgentId ?? handoff.fromAgentId,
            handoff.afterTokens,
            isError,
          ],
        ]
      : [],
  );
  expect(handoffs).toEqual([
    ["t1", "delegation", "main", "t2", 3, false],
    ["t1", "return", "unknown", "t2", 3, false],
    ["t1", "message", "main", "t2", 3, false],
    ["t1", "return", "unknown", "t2", 2, true],
  ]);
  expect(records.at(-1)?.usage).toMatchObject({ key: "codex:t1:sum", inputTokens: 40, cacheReadTokens: 60 });
});
