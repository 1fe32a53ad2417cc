import { describe, expect, it } from "vitest";
import { countTokens } from "../tokens/count-tokens";
import { readCodexLine } from "./codex-rollout";
import type { SessionRecord } from "./session-record";

const SESSION = "019c8a4d-8f45-7010-8b5d-7fad920aa6f9";
const TIME = "2026-02-23T11:41:32.239Z";

/**
 * Reads lines one after another, and converts the memory between them through JSON, as between two batches.
 */
function readAll(lines: readonly unknown[], session = SESSION): SessionRecord[] {
  let memory: unknown = null;
  return lines.flatMap((line) => {
    const result = readCodexLine(line, session, memory);
    if (!result.ok) throw new Error(result.problem.message);
    memory = JSON.parse(JSON.stringify(result.memory));
    return result.records;
  });
}

function read(line: unknown) {
  const result = readCodexLine(line, SESSION);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

function usage(input: number, cached: number, output: number) {
  const counted = { input_tokens: input, cached_input_tokens: cached, output_tokens: output };
  return { ...counted, reasoning_output_tokens: 1, total_tokens: input + output };
}

const event = (payload: object, timestamp = TIME) => ({ timestamp, type: "event_msg", payload });
const snapshot = (info: unknown, timestamp = TIME) =>
  event({ type: "token_count", info, rate_limits: {} }, timestamp);
/** A snapshot of a call, with the total usage of earlier calls. */
const call = (last: readonly [number, number, number], sum: readonly [number, number, number], at?: string) =>
  snapshot({ total_token_usage: usage(...sum), last_token_usage: usage(...last) }, at);
const meta = (payload: object, timestamp = TIME) => ({ timestamp, type: "session_meta", payload });
const turn = (model: string, rest: object = {}, timestamp = TIME) => ({
  timestamp,
  type: "turn_context",
  payload: { model, ...rest },
});
const item = (fields: object) => event({ type: "item_completed", item: fields });

const usagesOf = (records: readonly SessionRecord[]) => records.flatMap((record) => record.usage ?? []);
const handoffsOf = (records: readonly SessionRecord[]) =>
  records.flatMap(({ handoff }) =>
    handoff ? [`${handoff.kind} ${handoff.fromAgent} → ${handoff.toAgent}`] : [],
  );

describe("readCodexLine", () => {
  it("names a line by its type and that of its payload, and keeps unknown ones", () => {
    expect(read(event({ type: "brand_new" }))).toMatchObject([
      { eventType: "codex.event_msg.brand_new", timestamp: TIME, sessionId: null, usage: null },
    ]);
    expect(read(meta({ id: "x" }))).toMatchObject([{ eventType: "codex.session_meta", identity: null }]);
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
    "rejects %j, which is not a rollout line",
    (line) => {
      expect(readCodexLine(line, null)).toMatchObject({ ok: false, problem: { code: "not_an_event" } });
    },
  );

  it("uses the user's text as title, not text added by the tool", () => {
    const said = (message: string) => read(event({ type: "user_message", message }))[0].title;
    expect(said(" Fix the test ")).toBe("Fix the test");
    expect(said("<environment_context>")).toBeNull();
    const content = [
      { type: "text", text: "count the" },
      { type: "text", text: "tests" },
    ];
    expect(read(item({ type: "UserMessage", content }))[0].title).toBe("count the tests");
    expect(read(item({ type: "AgentMessage", content }))[0].title).toBeNull();
  });

  it("marks errors", () => {
    expect(read(event({ type: "stream_error" }))[0].isError).toBe(true);
  });
});

describe("the calls in a rollout", () => {
  it("have the usage of the last call in each snapshot, and count once if it is repeated", () => {
    const records = readAll([
      turn("gpt-5-codex"),
      call([1_000, 200, 50], [1_000, 200, 50]),
      call([2_000, 900, 40], [3_000, 1_100, 90]),
      call([2_000, 900, 40], [3_000, 1_100, 90], "2026-02-24T08:00:00Z"),
    ]);
    const [first, second, third] = usagesOf(records);
    expect(second).toMatchObject({
      key: `codex:${SESSION}:3000+1100+90+3090`,
      agent: "main",
      agentId: null,
      model: "gpt-5-codex",
      inputTokens: 1_100,
      cacheReadTokens: 900,
      outputTokens: 40,
      reasoningTokens: 1,
    });
    expect(third).toEqual(second);
    expect(first?.key).not.toBe(second?.key);
    const identities = records.flatMap(({ identity }) => identity ?? []);
    expect(new Set(identities).size).toBe(3);
  });

  it("are identified by the provider's ID if they have their own record", () => {
    const used = { ...usage(2_000, 1_500, 40), cache_write_input_tokens: 100 };
    const recorded = {
      timestamp: TIME,
      type: "token_usage_record",
      payload: { response_id: "resp_1", usage: used },
    };
    const reported = snapshot({ total_token_usage: usage(9_000, 1_500, 90), last_token_usage: used });
    const usages = usagesOf(readAll([recorded, reported, reported, call([1, 0, 1], [9_001, 1_500, 91])]));
    expect(usages[0]).toMatchObject({
      key: "resp_1",
      inputTokens: 400,
      cacheCreationTokens: 100,
      cacheReadTokens: 1_500,
    });
    expect(usages.map(({ key }) => key)).toEqual([
      "resp_1",
      "resp_1",
      "resp_1",
      `codex:${SESSION}:9001+1500+91+9092`,
    ]);
  });

  it("are one sum if snapshots only have the total, of which the last counts", () => {
    const usages = [usage(1_000, 200, 50), usage(3_000, 1_100, 90)].map(
      (total_token_usage) => readAll([snapshot({ model: "m", total_token_usage })])[0]?.usage,
    );
    const key = `codex:${SESSION}:sum`;
    expect(usages).toMatchObject([
      { key, sumKey: key, model: "m", inputTokens: 800 },
      { key, model: "m", inputTokens: 1_900, cacheReadTokens: 1_100, outputTokens: 90 },
    ]);
  });

  it("do not exist without usage, or if only the window's usage is known", () => {
    const estimate = { ...usage(0, 0, 0), total_tokens: 5_000 };
    for (const info of [null, {}, { total_token_usage: usage(9, 0, 1), last_token_usage: estimate }]) {
      expect(read(snapshot(info))[0].usage).toBeNull();
    }
  });
});

describe("a fork", () => {
  const PARENT = "019d0000-0000-7000-8000-00000000000a";
  const FORK = "019d0000-0000-7000-8000-00000000000b";
  const start = "2026-09-01T10:30:00.000Z";
  const copied = [
    call([1_000, 0, 100], [1_000, 0, 100], start),
    call([1_500, 900, 150], [2_500, 900, 250], start),
  ];
  const own = call([2_000, 1_500, 150], [4_500, 2_400, 400], "2026-09-01T10:30:10.000Z");
  const begin = meta({ id: FORK, timestamp: start, forked_from_id: PARENT }, start);
  const repeated = meta({ id: PARENT, timestamp: "2026-09-01T10:00:00.000Z" }, start);
  const sessionsOf = (records: readonly SessionRecord[]) =>
    records.flatMap(({ usage: used, sessionId }) => (used ? [sessionId] : []));

  it("repeats its parent's calls with the parent's session and keys", () => {
    const records = readAll(
      [begin, repeated, ...copied, turn("gpt-5.5-codex", {}, "2026-09-01T10:30:01.000Z"), own],
      FORK,
    );
    expect(sessionsOf(records)).toEqual([PARENT, PARENT, null]);
    expect(records[0]).toMatchObject({ parentSessionId: PARENT, agents: [] });
    const parent = readAll([meta({ id: PARENT }, "2026-09-01T10:00:00.000Z"), ...copied], PARENT);
    const identify = (all: readonly SessionRecord[]) =>
      all.flatMap(({ usage: used, identity }) => (used ? [[used.key, identity]] : []));
    expect(identify(records).slice(0, 2)).toEqual(identify(parent));
    expect(usagesOf(records)[2]).toMatchObject({ model: "gpt-5.5-codex", outputTokens: 150 });
  });

  it("stops repeating at the first turn that starts after it, without a pause", () => {
    const turnId = (at: string, rest: string) =>
      `${Date.parse(at)
        .toString(16)
        .padStart(12, "0")
        .replace(/^(.{8})/, "$1-")}-7000-8000-${rest}`;
    const before = turn("m", { turn_id: turnId("2026-09-01T10:00:01Z", "000000000001") }, start);
    const after = turn("m", { turn_id: turnId("2026-09-01T10:30:00.200Z", "000000000002") }, start);
    const records = readAll([begin, repeated, before, ...copied, after, { ...own, timestamp: start }], FORK);
    expect(sessionsOf(records)).toEqual([PARENT, PARENT, null]);
  });

  it("stops repeating at the first line after its own start if the lines keep their times", () => {
    const old = copied.map((line) => ({ ...line, timestamp: "2026-09-01T10:05:00.000Z" }));
    const records = readAll(
      [begin, repeated, ...old, { ...own, timestamp: "2026-09-01T10:30:00.300Z" }],
      FORK,
    );
    expect(sessionsOf(records)).toEqual([PARENT, PARENT, null]);
  });

  it("does not repeat its parent's handoffs, compactions and title", () => {
    const spawn = { type: "collab_agent_spawn_end", call_id: "c1", new_thread_id: "t1", prompt: "p" };
    const lines = [
      event(spawn, start),
      event({ type: "user_message", message: "hello" }, start),
      { timestamp: start, type: "compacted", payload: { message: "So far." } },
    ];
    const records = readAll([begin, repeated, ...lines], FORK);
    expect(records).toHaveLength(5);
    for (const record of records) {
      expect(record).toMatchObject({ handoff: null, compaction: null, title: null, sessionId: null });
    }
  });
});

describe("a compaction", () => {
  const compacted = { timestamp: TIME, type: "compacted", payload: { message: "So far: half." } };
  const before = call([240_000, 0, 1_000], [240_000, 0, 1_000]);
  const after = call([11_000, 0, 100], [251_000, 0, 1_100]);
  const reported = (records: readonly SessionRecord[]) => ({
    compactions: records.flatMap(({ compaction, identity }) =>
      compaction ? [{ identity, ...compaction }] : [],
    ),
    sizes: records.flatMap(({ compactionSize }) => compactionSize ?? []),
    summaries: records.flatMap(({ compactionSummary }) => compactionSummary ?? []),
  });

  it("has the inputs of the calls before and after it as sizes", () => {
    const identity = `codex:${SESSION}:compaction:1`;
    expect(
      reported(readAll([before, compacted, event({ type: "context_compacted" }), after, after])),
    ).toEqual({
      compactions: [
        {
          identity,
          agent: "main",
          agentId: null,
          isNotice: false,
          trigger: null,
          beforeTokens: 240_000,
          afterTokens: null,
          preserved: [],
          summary: "So far: half.",
          loss: null,
        },
      ],
      sizes: [{ compactionIdentity: identity, afterTokens: 11_000 }],
      summaries: [],
    });
  });

  it("has the following estimate as size after, and no size before without a call", () => {
    const estimate = snapshot({ last_token_usage: { ...usage(0, 0, 0), total_tokens: 9_500 } });
    const found = reported(
      readAll([compacted, estimate, item({ type: "ContextCompaction", id: "i" }), after]),
    );
    expect(found.compactions).toMatchObject([{ beforeTokens: null }]);
    expect(found.sizes).toMatchObject([{ afterTokens: 9_500 }]);
  });

  it("counts once if several kinds of lines report it, and has the summary of any", () => {
    const found = reported(readAll([item({ type: "ContextCompaction", id: "i" }), compacted]));
    expect(found.compactions).toHaveLength(1);
    expect(found.summaries).toMatchObject([{ summary: "So far: half." }]);
  });

  it("counts again after a call, and if one kind of line reports it again", () => {
    const found = reported(readAll([compacted, compacted, after, event({ type: "context_compacted" })]));
    expect(found.compactions.map(({ identity }) => identity)).toEqual([
      `codex:${SESSION}:compaction:1`,
      `codex:${SESSION}:compaction:2`,
      `codex:${SESSION}:compaction:3`,
    ]);
  });
});

describe("another agent", () => {
  const CHILD = "019d0000-0000-7000-8000-00000000000c";
  const tool = (name: string, call_id: string, given: object) => ({
    timestamp: TIME,
    type: "response_item",
    payload: { type: "function_call", name, call_id, arguments: JSON.stringify(given) },
  });
  const collab = (fields: object) => item({ type: "CollabAgentToolCall", ...fields });
  const states = { [CHILD]: { completed: "Twelve tests." } };

  it("has one start, its messages and one response, even if several lines report them", () => {
    const message = "Find every caller of this function.";
    const agents = { receiver_thread_ids: [CHILD], receiver_agents: [{ agent_role: "explorer" }] };
    const records = readAll([
      tool("spawn_agent", "c1", { agent_type: "explorer", message }),
      collab({ id: "c1", tool: "spawn_agent", prompt: message, ...agents }),
      tool("wait_agent", "c2", { targets: [CHILD] }),
      collab({ id: "c2", tool: "wait", agents_states: states }),
      {
        timestamp: TIME,
        type: "response_item",
        payload: { type: "function_call_output", call_id: "c2", output: JSON.stringify({ status: states }) },
      },
      {
        timestamp: TIME,
        type: "response_item",
        payload: {
          type: "message",
          role: "user",
          content: [
            {
              type: "input_text",
              text: `<subagent_notification>\n${JSON.stringify({ agent_path: CHILD, status: states[CHILD] })}\n</subagent_notification>`,
            },
          ],
        },
      },
      tool("send_input", "c3", { id: CHILD, message: "And the skipped?" }),
      collab({ id: "c4", tool: "wait", agents_states: { [CHILD]: { completed: "Three." } } }),
    ]);
    expect(handoffsOf(records)).toEqual([
      "delegation main → explorer",
      "return explorer → main",
      "message main → explorer",
      "return explorer → main",
    ]);
    const [delegation, answer] = records.filter(({ handoff }) => handoff);
    expect(delegation).toMatchObject({
      eventType: "codex.delegation",
      identity: `codex:${SESSION}:c1:call`,
      timestamp: TIME,
      handoff: { beforeTokens: null, afterTokens: countTokens(message), measureAfter: "counted" },
    });
    expect(answer).toMatchObject({
      identity: `codex:${SESSION}:${CHILD}:return:1`,
      handoff: {
        fromAgentId: CHILD,
        answersIdentity: `codex:${SESSION}:c1:call`,
        afterTokens: countTokens("Twelve tests."),
      },
    });
    expect(records.flatMap((record) => record.agents)).toEqual([
      { agentId: CHILD, name: "explorer", startedBy: `codex:${SESSION}:c1:call`, isMain: false },
    ]);
  });

  it("is named by its path if its initial input is sent to it", () => {
    const mail = (sender: string, recipient: string, content: string) => ({
      timestamp: TIME,
      type: "inter_agent_communication",
      payload: { sender, recipient, content, trigger_turn: true },
    });
    const records = readAll([
      event({
        type: "collab_agent_spawn_end",
        call_id: "c1",
        new_thread_id: CHILD,
        new_agent_role: "explorer",
        prompt: "p",
      }),
      mail("/root", "/root/count_tests", "p"),
      mail("/root/count_tests", "/root", "Which folder?"),
      tool("send_input", "c2", { id: CHILD, message: "All of them." }),
      event({ type: "collab_waiting_end", call_id: "c3", statuses: { [CHILD]: { errored: "gone" } } }),
    ]);
    expect(handoffsOf(records)).toEqual([
      "delegation main → explorer",
      "message count_tests → main",
      "message main → count_tests",
      "return count_tests → main",
    ]);
    expect(records.flatMap((record) => record.agents).at(-1)).toMatchObject({
      agentId: CHILD,
      name: "count_tests",
      isRenamed: true,
    });
    expect(records.at(-1)?.isError).toBe(true);
  });

  it("did not start if the call failed, and is unknown until a line names it", () => {
    const records = readAll([
      tool("spawn_agent", "c1", { message: "m" }),
      collab({ id: "c1", tool: "spawn_agent", status: "failed" }),
    ]);
    expect(handoffsOf(records)).toEqual(["delegation main → unknown"]);
    expect(records.at(-1)?.withdrawnHandoff).toBe(`codex:${SESSION}:c1:call`);
    const odd = {
      timestamp: TIME,
      type: "response_item",
      payload: { type: "function_call", name: "spawn_agent", call_id: "c", arguments: "{ not json" },
    };
    expect(read(odd)).toHaveLength(1);
  });

  it("has its own rollout, a child of the one that started it", () => {
    const spawned = { parent_thread_id: SESSION, agent_path: null, agent_role: "explorer" };
    const first = meta({ id: CHILD, session_id: SESSION, source: { subagent: { thread_spawn: spawned } } });
    const records = readAll([first, call([9, 0, 1], [9, 0, 1])], CHILD);
    expect(records).toMatchObject([
      {
        parentSessionId: SESSION,
        agents: [{ agentId: CHILD, name: "explorer", startedBy: null, isMain: true }],
      },
      { usage: { agent: "explorer", agentId: CHILD } },
    ]);
    const atPath = meta({ id: CHILD, agent_path: "/root/count_tests", agent_role: "explorer" });
    expect(readAll([atPath], CHILD)[0]?.agents).toMatchObject([{ name: "count_tests" }]);
  });
});
