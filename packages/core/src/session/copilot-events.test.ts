import { describe, expect, it } from "vitest";
import { readCopilotLine, readCopilotShape } from "./copilot-events";
import type { SessionRecord } from "./session-record";

let eventCount = 0;
const event = (type: string, data: object, agentId?: string) => {
  eventCount += 1;
  const id = `e${eventCount}`;
  return { type, id, parentId: null, timestamp: "2026-09-01T10:00:00.000Z", agentId, data };
};

function read(...lines: object[]): SessionRecord[] {
  let memory: unknown = null;
  return lines.flatMap((line) => {
    const result = readCopilotLine(line, "folder", memory);
    if (!result.ok) throw new Error(result.problem.message);
    memory = JSON.parse(JSON.stringify(result.memory));
    return result.records;
  });
}

const handoffsOf = (records: SessionRecord[]) =>
  records.flatMap(({ handoff, identity, isError }) =>
    handoff
      ? `${handoff.kind} ${handoff.fromAgent} → ${handoff.toAgent} ${handoff.beforeTokens ?? "-"} → ${handoff.afterTokens ?? "-"} ${identity}${isError ? " failed" : ""}`
      : [],
  );

const start = (callId: string, values: object = {}, agentId?: string) =>
  event(
    "tool.execution_start",
    {
      toolCallId: callId,
      toolName: "task",
      arguments: { agent_type: "explore", prompt: "Find the tests", ...values },
    },
    agentId,
  );

describe("readCopilotLine", () => {
  it("reads a subagent with its input, and its response when the call has ended", () => {
    const records = read(
      event("session.start", { sessionId: "s1", copilotVersion: "1.0.80" }),
      start("c1"),
      event("subagent.started", { toolCallId: "c1", agentName: "explore", model: "gpt-5-mini" }, "a1"),
      start("c2", {}, "a1"),
      event("subagent.started", { toolCallId: "c2", agentName: "search" }, "a2"),
      event("subagent.failed", { toolCallId: "c2", agentName: "search", totalTokens: 90 }, "a2"),
      event("tool.execution_complete", { toolCallId: "c2", success: false, result: null }, "a1"),
      event("subagent.completed", { toolCallId: "c1", agentName: "explore", totalTokens: 4_000 }, "a1"),
      event("tool.execution_complete", { toolCallId: "c1", result: { content: "There are ten" } }),
      event("tool.execution_complete", { toolCallId: "other", result: { content: "no agent" } }),
    );
    expect(handoffsOf(records)).toEqual([
      "delegation main → explore - → 3 copilot:s1:c1:call",
      "delegation explore → search - → 3 copilot:s1:c2:call",
      "return search → explore 90 → - copilot:s1:c2:return failed",
      "return explore → main 4000 → 3 copilot:s1:c1:return",
    ]);
    expect(records.flatMap(({ agents }) => agents)).toEqual([
      { agentId: "a1", name: "explore", startedBy: "copilot:s1:c1:call", isMain: false },
      { agentId: "a2", name: "search", startedBy: "copilot:s1:c2:call", isMain: false },
    ]);
    expect(new Set(records.map(({ sessionId }) => sessionId))).toEqual(new Set(["s1"]));
  });

  it("reads the response of a background agent when it ends", () => {
    const records = read(
      start("c1", { mode: "background" }),
      event("subagent.started", { toolCallId: "c1", agentName: "explore" }),
      event("tool.execution_complete", { toolCallId: "c1", result: { content: "started" } }),
      event("subagent.completed", { toolCallId: "c1", agentName: "explore", totalTokens: 7 }),
    );
    expect(handoffsOf(records)).toEqual([
      "delegation main → explore - → 3 copilot:folder:c1:call",
      "return explore → main 7 → - copilot:folder:c1:return",
    ]);
  });

  it("sums the usage of each opening of the session by model, with cached tokens separate", () => {
    const usage = {
      inputTokens: 1_000,
      outputTokens: 50,
      cacheReadTokens: 600,
      cacheWriteTokens: 100,
      reasoningTokens: 20,
    };
    const records = read(
      event("session.shutdown", { modelMetrics: { "claude-opus-5": { requests: {}, usage } } }),
      event("session.shutdown", { modelMetrics: { "claude-opus-5": { usage }, "gpt-6": { usage } } }),
    );
    const used = records.flatMap(({ usage: each }) => each ?? []);
    expect(new Set(used.map(({ key }) => key)).size).toBe(3);
    expect(used[0]).toMatchObject({
      agent: "main",
      model: "claude-opus-5",
      inputTokens: 300,
      cacheCreationTokens: 100,
      cacheReadTokens: 600,
      outputTokens: 50,
      reasoningTokens: 20,
    });
  });

  it("reads a completed compaction with sizes and summary, but not a failed one", () => {
    const done = {
      success: true,
      trigger: "threshold",
      preCompactionTokens: 150_000,
      postCompactionTokens: 20_000,
    };
    const compactions = read(
      event("session.compaction_complete", { ...done, summaryContent: "So far" }),
      event("session.compaction_complete", { success: false, error: "x" }),
    ).map(({ compaction }) => compaction);
    expect(compactions).toMatchObject([
      { agent: "main", trigger: "auto", beforeTokens: 150_000, afterTokens: 20_000, summary: "So far" },
      null,
    ]);
  });

  it("uses the first text of the user as title", () => {
    const titles = read(
      event("user.message", { content: "<system_reminder>x</system_reminder>" }),
      event("user.message", { content: " Fix the claim " }),
      event("user.message", { content: "to a subagent" }, "a1"),
    ).map(({ title }) => title);
    expect(titles).toEqual([null, "Fix the claim", null]);
  });

  it("reports unknown families of events", () => {
    expect(readCopilotShape(event("session.start", { copilotVersion: "1.0.80" }))).toEqual({
      toolVersion: "1.0.80",
      unknown: [],
    });
    expect(readCopilotShape(event("dream.started", {})).unknown).toEqual(["type: dream"]);
  });
});
