import { describe, expect, it } from "vitest";
import { readQwenLine, readQwenShape } from "./qwen-session";

const line = (type: string, rest: object) => ({
  uuid: `u-${type}`,
  sessionId: "s1",
  timestamp: "2026-09-01T10:00:00.000Z",
  version: "0.9.0",
  type,
  ...rest,
});

function read(...lines: object[]) {
  let memory: unknown = null;
  return lines.flatMap((each) => {
    const result = readQwenLine(each, memory);
    if (!result.ok) throw new Error(result.problem.message);
    memory = JSON.parse(JSON.stringify(result.memory));
    return result.records;
  });
}

describe("readQwenLine", () => {
  it("reads a call once by the ID of its line, for the session that made it", () => {
    const usageMetadata = {
      promptTokenCount: 900,
      candidatesTokenCount: 12,
      cachedContentTokenCount: 500,
      thoughtsTokenCount: 4,
      totalTokenCount: 912,
    };
    const [record] = read(
      line("assistant", { model: "qwen3-coder-plus", usageMetadata, forkedFrom: { sessionId: "first" } }),
    );
    expect(record).toMatchObject({
      sessionId: "first",
      usage: {
        key: "qwen:u-assistant",
        agent: "main",
        model: "qwen3-coder-plus",
        inputTokens: 400,
        cacheReadTokens: 500,
        outputTokens: 12,
        reasoningTokens: 4,
      },
    });
  });

  it("reads subagents with their input, and the response of each", () => {
    const call = (id: string, agent: string) => ({
      functionCall: { id, name: "task", args: { subagent_type: agent, prompt: "Find the tests" } },
    });
    const answer = (id: string) => ({
      functionResponse: { id, name: "task", response: { output: "There are ten" } },
    });
    const records = read(
      line("assistant", {
        message: { parts: [{ text: "ok" }, call("c1", "explore"), call("c2", "review")] },
      }),
      line("tool_result", { message: { parts: [answer("c2")] }, toolCallResult: { status: "error" } }),
      line("tool_result", { message: { parts: [answer("c1")] } }),
      line("tool_result", { message: { parts: [answer("c1")] } }),
    );
    const handoffs = records.flatMap(({ handoff, identity, isError }) =>
      handoff ? [[identity, handoff.fromAgent, handoff.toAgent, handoff.afterTokens, isError]] : [],
    );
    expect(handoffs).toEqual([
      ["qwen:c1:call", "main", "explore", 3, false],
      ["qwen:c2:call", "main", "review", 3, false],
      ["qwen:c2:return", "review", "main", 3, true],
      ["qwen:c1:return", "explore", "main", 3, false],
    ]);
  });

  it("reads the agent of a line, the parent of a session, titles and compactions", () => {
    const [agent, parent, user, title, compaction] = read(
      line("assistant", {
        agentId: "explore-7f",
        agentName: "explore",
        usageMetadata: { promptTokenCount: 3 },
      }),
      line("system", { subtype: "parent_session", systemPayload: { parentSessionId: "s0" } }),
      line("user", { message: { parts: [{ text: "Fix the claim" }] } }),
      line("system", { subtype: "custom_title", systemPayload: { customTitle: "Claims" } }),
      line("system", {
        subtype: "chat_compression",
        systemPayload: { info: { originalTokenCount: 9_000, newTokenCount: 800 } },
      }),
    );
    expect(agent?.usage).toMatchObject({ agent: "explore", agentId: "explore-7f" });
    expect(agent?.agents).toMatchObject([{ agentId: "explore-7f", name: "explore" }]);
    expect(parent?.parentSessionId).toBe("s0");
    expect([user?.title, title?.title]).toEqual(["Fix the claim", "Claims"]);
    expect(compaction?.compaction).toMatchObject({ agent: "main", beforeTokens: 9_000, afterTokens: 800 });
  });

  it("reports unknown types of lines, and the version", () => {
    expect(readQwenShape(line("dream", {}))).toEqual({ toolVersion: "0.9.0", unknown: ["type: dream"] });
  });
});
