import { describe, expect, it } from "vitest";
import { isLangsmithExport, readLangsmithExport } from "./langsmith-export";
import { usageFacts } from "./session-record";

const run = (id: string, run_type: string, rest: object = {}) => ({
  id,
  run_type,
  name: id,
  start_time: "2026-09-01T10:00:00.000000",
  ...rest,
});

const of = (agent: string, rest: object = {}) => ({
  extra: { metadata: { lc_agent_name: agent, thread_id: "s1", ...rest } },
});

const CHAT = run("chat", "llm", {
  ...of("billing", { ls_model_name: "gpt-6" }),
  outputs: {
    usage_metadata: {
      input_tokens: 1_000,
      output_tokens: 50,
      input_token_details: { cache_read: 600, cache_creation: 100 },
      output_token_details: { reasoning: 20 },
    },
  },
});

function read(json: unknown) {
  const result = readLangsmithExport(json);
  if (!result.ok) throw new Error(result.problem.message);
  return result.records;
}

describe("readLangsmithExport", () => {
  it("reads a run with those below it: agents, transfers between them, and each call", () => {
    const records = read(
      run("graph", "chain", {
        extra: { metadata: { thread_id: "s1" } },
        child_runs: [
          run("triage", "chain", {
            ...of("triage"),
            child_runs: [run("transfer_to_billing", "tool", of("triage"))],
          }),
          run("billing", "chain", { ...of("billing"), error: "failed", child_runs: [CHAT] }),
        ],
      }),
    );
    expect(records.map(({ identity, sessionId, isError }) => [identity, sessionId, isError])).toEqual([
      ["graph", "s1", false],
      ["triage", "s1", false],
      ["transfer_to_billing", "s1", false],
      ["billing", "s1", true],
      ["chat", "s1", false],
    ]);
    expect(records[4]?.usage).toEqual(
      usageFacts({
        key: "chat",
        agent: "billing",
        model: "gpt-6",
        inputTokens: 300,
        cacheReadTokens: 600,
        cacheCreationTokens: 100,
        outputTokens: 50,
        reasoningTokens: 20,
      }),
    );
    const { spans = [] } = records[0] ?? {};
    expect(
      spans.map(({ spanId, agent, handoff, callerId }) => [spanId, agent, handoff?.to ?? null, callerId]),
    ).toEqual([
      ["graph", null, null, null],
      ["triage", "triage", null, null],
      ["transfer_to_billing", null, "billing", "triage"],
      ["billing", "billing", null, null],
      ["chat", null, null, "billing"],
    ]);
  });

  it("reads a line of a bulk export, whose `dotted_order` names the parent run", () => {
    const [record] = read({
      ...run("chat", "llm", { trace_id: "t1", prompt_tokens: 90, completion_tokens: 7 }),
      dotted_order: "20260901T100000000000Zgraph.20260901T100001000000Zchat",
    });
    expect(record).toMatchObject({
      sessionId: "t1",
      usage: { inputTokens: 90, outputTokens: 7, agent: "unknown" },
    });
    expect(record?.spans).toMatchObject([{ traceId: "t1", missingId: "graph" }]);
  });

  it("reads a list and a page, and rejects everything else", () => {
    for (const json of [[CHAT], { runs: [CHAT] }, { data: [CHAT] }]) expect(read(json)).toHaveLength(1);
    expect([{}, [], { runs: [] }, { id: "x", run_type: "llm" }].map(isLangsmithExport)).toEqual(
      Array(4).fill(false),
    );
    expect(readLangsmithExport({})).toMatchObject({ problem: { code: "not_an_event" } });
  });
});
