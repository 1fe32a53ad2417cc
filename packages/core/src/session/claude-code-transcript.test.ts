import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { readClaudeCodeLine } from "./claude-code-transcript";
import { usageFacts } from "./session-record";

const ORIGIN = { sessionId: "s1", timestamp: "2026-02-11T20:36:45.618Z" };
const USAGE = {
  input_tokens: 3,
  cache_creation_input_tokens: 8_037,
  cache_read_input_tokens: 17_842,
  output_tokens: 10,
};

function read(line: unknown) {
  const result = readClaudeCodeLine(line);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

describe("readClaudeCodeLine", () => {
  it("keeps a line of an unknown type", () => {
    expect(read({ type: "queue-operation", ...ORIGIN, operation: "enqueue" })).toMatchObject([
      { eventType: "claude_code.queue-operation", sessionId: "s1", identity: null, handoff: null },
    ]);
  });

  it("reports an error only if the tool that did nothing was to start or to address an agent", () => {
    const answered = { message: { id: "m", usage: USAGE } };
    const useOf = (id: string, name: string) => ({
      type: "tool_use",
      id,
      name,
      input: { subagent_type: "x" },
    });
    const called = readClaudeCodeLine({
      type: "assistant",
      ...ORIGIN,
      message: { ...answered.message, content: [useOf("t1", "Read"), useOf("t2", "Task")] },
    });
    const memory = called.ok ? called.memory : null;
    const isErrorOf = (tool_use_id: string) => {
      const content = "<tool_use_error>Sibling tool call errored</tool_use_error>";
      const block = { type: "tool_result", is_error: true, content, tool_use_id };
      const result = readClaudeCodeLine(
        { type: "user", ...ORIGIN, message: { content: [block] } },
        null,
        JSON.parse(JSON.stringify(memory)),
      );
      return result.ok && result.records[0]?.isError;
    };
    expect([isErrorOf("t1"), isErrorOf("t2")]).toEqual([false, true]);
  });

  it("counts an answer of text alone, to compare it with the model's count", () => {
    const answerOf = (content: unknown) =>
      read({ type: "assistant", ...ORIGIN, message: { id: "m", usage: USAGE, content } })[0]?.usage
        ?.answerTokens;
    const text = { type: "text", text: "Both tests pass." };
    expect(answerOf([text])).toBe(countTokens("Both tests pass."));
    expect(answerOf([text, { type: "tool_use", name: "Read" }])).toBeNull();
    expect(answerOf([{ type: "thinking", thinking: "Hm." }])).toBeNull();
    expect(answerOf([])).toBeNull();
  });

  it.each([[42], ["text"], [[1]], [null], [{ silly: "this" }]])(
    "rejects %j, which is not a transcript line",
    (line) => {
      expect(readClaudeCodeLine(line)).toMatchObject({ ok: false, problem: { code: "not_an_event" } });
    },
  );

  it("assigns lines copied by a fork to the session that wrote them", () => {
    const begun = {
      type: "queue-operation",
      operation: "enqueue",
      sessionId: "s2",
      timestamp: "2026-02-11T21:00:00.000Z",
    };
    const call = {
      type: "assistant",
      message: { id: "msg_1", role: "assistant", content: [], usage: USAGE },
    };
    const opened = readClaudeCodeLine(begun);
    const memory = opened.ok ? opened.memory : null;
    const copied = readClaudeCodeLine({ ...call, uuid: "u1", ...ORIGIN, sessionId: "s2" }, "s2", memory);
    const own = readClaudeCodeLine(
      { ...call, uuid: "u2", sessionId: "s2", timestamp: "2026-02-11T21:00:01.000Z" },
      "s2",
      memory,
    );
    expect([copied, own]).toMatchObject([
      {
        ok: true,
        records: [{ eventType: "claude_code.copy", identity: null, sessionId: null, usage: null }],
      },
      { ok: true, records: [{ identity: "u2", sessionId: "s2", usage: { key: "msg_1" } }] },
    ]);
  });

  it("finds no copies in a file that does not start with a queued prompt", () => {
    const late = { type: "user", uuid: "u1", sessionId: "s1", timestamp: "2026-02-11T21:00:00.000Z" };
    const result = readClaudeCodeLine(late);
    const memory = result.ok ? result.memory : null;
    expect(readClaudeCodeLine({ ...late, ...ORIGIN, uuid: "u2" }, "s1", memory)).toMatchObject({
      records: [{ eventType: "claude_code.user", identity: "u2" }],
    });
  });

  it("treats an invalid field as absent", () => {
    expect(
      read({ type: "user", uuid: "u", ...ORIGIN, message: "error", toolUseResult: ["odd"] }),
    ).toMatchObject([{ eventType: "claude_code.user", identity: "u", usage: null }]);
  });

  it("identifies usage by the message ID, so that repeated lines count once", () => {
    const [record] = read({
      type: "assistant",
      uuid: "u",
      requestId: "req_1",
      ...ORIGIN,
      message: { id: "msg_1", model: "m", role: "assistant", content: [], usage: USAGE },
    });
    expect(record.usage).toEqual(
      usageFacts({
        key: "msg_1",
        sumKey: "claude-code:req_1:sum",
        agent: "main",
        model: "m",
        inputTokens: 3,
        cacheCreationTokens: 8_037,
        cacheReadTokens: 17_842,
        outputTokens: 10,
      }),
    );
  });

  it("never counts usage repeated by a progress line", () => {
    const [record] = read({
      type: "progress",
      ...ORIGIN,
      message: { usage: USAGE },
      data: { type: "agent_progress", message: { message: { usage: USAGE } } },
    });
    expect(record.usage).toBeNull();
  });

  it("reads a subagent call as a handoff from the caller's context to the prompt", () => {
    const prompt = "Find out what a hook may print.";
    const call = { type: "tool_use", id: "toolu_1", name: "Task", input: { subagent_type: "guide", prompt } };
    const [, delegation] = read({
      type: "assistant",
      uuid: "u",
      ...ORIGIN,
      message: { id: "m", content: [{ type: "text", text: "I ask." }, call], usage: USAGE },
    });
    expect(delegation).toMatchObject({
      identity: "toolu_1:call",
      sessionId: "s1",
      handoff: {
        kind: "delegation",
        fromAgent: "main",
        toAgent: "guide",
        beforeTokens: 25_882,
        measureBefore: "provider",
        afterTokens: countTokens(prompt),
        measureAfter: "counted",
        savedTokens: null,
        mode: null,
      },
    });
  });

  it("supports the tool's newer name, a nested caller and a missing type", () => {
    const call = { type: "tool_use", id: "toolu_2", name: "Agent", input: {} };
    const [, delegation] = read({
      type: "assistant",
      agentId: "a1",
      ...ORIGIN,
      message: { content: [call] },
    });
    expect(delegation?.handoff).toMatchObject({
      fromAgent: "unknown",
      fromAgentId: "a1",
      toAgent: "unknown",
      beforeTokens: null,
      measureBefore: null,
      afterTokens: null,
      measureAfter: null,
    });
  });

  it("reads a subagent's result as a return that answers the call", () => {
    const [, back] = read({
      type: "user",
      uuid: "u2",
      ...ORIGIN,
      message: { content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "x" }] },
      toolUseResult: {
        status: "completed",
        agentId: "a1",
        content: [{ type: "text", text: "Hooks print JSON." }],
        totalTokens: 43_179,
      },
    });
    expect(back).toMatchObject({
      identity: "toolu_1:return",
      handoff: {
        kind: "return",
        toAgent: "main",
        beforeTokens: 43_179,
        afterTokens: countTokens("Hooks print JSON."),
        answersIdentity: "toolu_1:call",
      },
    });
  });

  it("does not read the result of an ordinary tool as a return", () => {
    const message = { content: [{ type: "tool_result", tool_use_id: "toolu_3", content: "x" }] };
    expect(read({ type: "user", ...ORIGIN, message, toolUseResult: { stdout: "x" } })).toHaveLength(1);
    expect(read({ type: "user", ...ORIGIN, message, toolUseResult: "Error: no" })).toHaveLength(1);
  });

  it.each([
    [{ compactMetadata: { trigger: "auto", preTokens: 167_094 } }, 167_094, null],
    [{ compact_metadata: { trigger: "auto", pre_tokens: 100, post_tokens: 20 } }, 100, 20],
    [{ compactMetadata: { trigger: "auto", preTokens: 100, postTokens: 0 } }, 100, 0],
  ])("reads a compaction %j", (metadata, beforeTokens, afterTokens) => {
    const [record] = read({ type: "system", subtype: "compact_boundary", uuid: "c", ...ORIGIN, ...metadata });
    expect(record).toMatchObject({
      eventType: "claude_code.system.compact_boundary",
      compaction: { agent: "main", trigger: "auto", beforeTokens, afterTokens },
    });
  });

  it("assigns the following summary to its compaction", () => {
    const [record] = read({
      type: "user",
      parentUuid: "c",
      isCompactSummary: true,
      ...ORIGIN,
      message: { content: "The session so far." },
    });
    expect(record.compactionSummary).toEqual({ compactionIdentity: "c", summary: "The session so far." });
    expect(record.title).toBeNull();
  });

  it("uses the user's request as title, not text added by the tool", () => {
    const said = (content: unknown, more = {}) =>
      read({ type: "user", ...ORIGIN, ...more, message: { content } })[0].title;
    expect(said("Implement the parser")).toBe("Implement the parser");
    expect(said([{ type: "text", text: "Implement it" }])).toBe("Implement it");
    expect(said("<command-name>/clear</command-name>")).toBeNull();
    expect(said("[Request interrupted by user]")).toBeNull();
    expect(said("Caveat", { isMeta: true })).toBeNull();
    expect(said("Prompt of a subagent", { agentId: "a1" })).toBeNull();
    expect(read({ type: "summary", summary: "Parser work", leafUuid: "u" })[0].title).toBe("Parser work");
  });
});
