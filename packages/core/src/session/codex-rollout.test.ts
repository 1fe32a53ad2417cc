import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { readCodexLine } from "./codex-rollout";
import { usageFacts } from "./session-record";

const SESSION = "019c8a4d";
const TIME = "2026-02-23T11:41:32.239Z";

function read(line: unknown) {
  const result = readCodexLine(line, SESSION);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

function usage(input: number, cached: number, output: number) {
  const counted = { input_tokens: input, cached_input_tokens: cached, output_tokens: output };
  return { ...counted, reasoning_output_tokens: 1, total_tokens: input + output };
}

function snapshot(info: unknown) {
  return { timestamp: TIME, type: "event_msg", payload: { type: "token_count", info, rate_limits: {} } };
}

describe("readCodexLine", () => {
  it("names a line by its type and that of its payload, and keeps those that it does not know", () => {
    expect(read({ timestamp: TIME, type: "event_msg", payload: { type: "brand_new" } })).toMatchObject([
      { eventType: "codex.event_msg.brand_new", timestamp: TIME, sessionId: null, usage: null },
    ]);
    expect(read({ timestamp: TIME, type: "session_meta", payload: { id: "x" } })).toMatchObject([
      { eventType: "codex.session_meta", identity: null },
    ]);
  });

  it("keeps lines of the first generation, which have no payload", () => {
    const types = [
      { id: "s", timestamp: TIME, instructions: null },
      { record_type: "state" },
      { type: "message", role: "user", content: [] },
    ].map((line) => read(line)[0].eventType);
    expect(types).toEqual(["codex.session_meta", "codex.state", "codex.message"]);
  });

  it.each([[42], ["text"], [[1]], [null], [{}], [{ payload: { type: "x" } }]])(
    "refuses %j as no line of a rollout",
    (line) => {
      expect(readCodexLine(line, null)).toMatchObject({ ok: false, problem: { code: "not_an_event" } });
    },
  );

  it("takes from a snapshot what the last call used, under a key that its repetitions share", () => {
    const first = { total_token_usage: usage(1_000, 200, 50), last_token_usage: usage(1_000, 200, 50) };
    const second = { total_token_usage: usage(3_000, 1_100, 90), last_token_usage: usage(2_000, 900, 40) };
    const usages = [first, second, second].map((info) => read(snapshot(info))[0].usage);
    expect(usages[1]).toEqual(
      usageFacts({
        key: "codex:019c8a4d:3090",
        agent: "main",
        model: null,
        inputTokens: 1_100,
        cacheReadTokens: 900,
        outputTokens: 40,
      }),
    );
    expect(usages[2]).toEqual(usages[1]);
    expect(usages[0]?.key).not.toBe(usages[1]?.key);
  });

  it("lets a snapshot that has only the sum stand for the rollout, of which the last one counts", () => {
    const usages = [usage(1_000, 200, 50), usage(3_000, 1_100, 90)].map(
      (total_token_usage) => read(snapshot({ model: "m", total_token_usage }))[0].usage,
    );
    expect(usages).toMatchObject([
      { key: "codex:019c8a4d:sum", model: "m", inputTokens: 800 },
      { key: "codex:019c8a4d:sum", model: "m", inputTokens: 1_900, cacheReadTokens: 1_100, outputTokens: 90 },
    ]);
  });

  it("counts nothing where nothing is told, or only how full the window is", () => {
    const estimate = { ...usage(0, 0, 0), total_tokens: 5_000 };
    for (const info of [null, {}, { total_token_usage: usage(9, 0, 1), last_token_usage: estimate }]) {
      expect(read(snapshot(info))[0].usage).toBeNull();
    }
  });

  it("sees a compaction, of which no sizes are recorded", () => {
    const [record] = read({ timestamp: TIME, type: "compacted", payload: { message: "So far: half." } });
    expect(record.compaction).toEqual({
      agent: "main",
      agentId: null,
      trigger: null,
      beforeTokens: null,
      afterTokens: null,
      preserved: [],
      summary: "So far: half.",
      loss: null,
    });
  });

  it("sees another agent being started, with the tokens of what it is told", () => {
    const message = "Find every caller of this function.";
    const call = {
      type: "function_call",
      name: "spawn_agent",
      call_id: "call_1",
      arguments: JSON.stringify({ agent_type: "explorer", message }),
    };
    const [, delegation] = read({ timestamp: TIME, type: "response_item", payload: call });
    expect(delegation).toMatchObject({
      eventType: "codex.delegation",
      identity: "call_1:call",
      handoff: {
        kind: "delegation",
        fromAgent: "main",
        toAgent: "explorer",
        savedTokens: null,
        beforeTokens: null,
        measureBefore: null,
        afterTokens: countTokens(message),
        measureAfter: "counted",
      },
    });
    const odd = { ...call, arguments: "{ not json" };
    expect(read({ timestamp: TIME, type: "response_item", payload: odd })).toHaveLength(1);
    const nameless = { ...call, arguments: "{}" };
    expect(read({ timestamp: TIME, type: "response_item", payload: nameless })[1]?.handoff).toMatchObject({
      toAgent: "unknown",
      afterTokens: null,
    });
  });

  it("takes the title from what the user said, not from what the tool put in", () => {
    const said = (message: string) =>
      read({ timestamp: TIME, type: "event_msg", payload: { type: "user_message", message } })[0].title;
    expect(said(" Fix the test ")).toBe("Fix the test");
    expect(said("<environment_context>")).toBeNull();
  });

  it("notes errors", () => {
    const [record] = read({ timestamp: TIME, type: "event_msg", payload: { type: "stream_error" } });
    expect(record.isError).toBe(true);
  });
});
