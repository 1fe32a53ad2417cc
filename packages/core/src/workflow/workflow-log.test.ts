import { describe, expect, it } from "vitest";
import { readSessionEvent } from "../session/session-event";
import { type LoggedHandoff, WorkflowLog, type WorkflowLogOptions } from "./workflow-log";

const NINE = Date.UTC(2026, 0, 2, 9);

function record(options: Partial<WorkflowLogOptions> = {}) {
  const events: object[] = [];
  const messages: string[] = [];
  const clock = { now: NINE };
  let ids = 0;
  const log = new WorkflowLog({
    workflowId: "wf-1",
    sessionId: "s-1",
    write: (event) => void events.push(event),
    now: () => clock.now,
    newId: () => `e-${++ids}`,
    log: (message) => void messages.push(message),
    ...options,
  });
  return { log, events, messages, clock };
}

const handoff = (
  fromAgent: string,
  toAgent: string,
  manifestTokens: number,
  requiredTokens: number,
  fullTokens: number,
): LoggedHandoff => ({
  fromAgent,
  toAgent,
  manifestTokens,
  requiredTokens,
  fullTokens,
  artifacts: [`artifacts/${fromAgent}/latest/manifest.json`],
});

describe("WorkflowLog", () => {
  it("records the OAuth2 workflow with totals that it calculates", async () => {
    const { log, events, clock } = record();
    await log.start({ projectName: "OAuth2", agentPlan: ["analyzer", "architect", "auditor"] });
    await log.handOff(handoff("analyzer", "architect", 450, 0, 10_000));
    await log.handOff(handoff("architect", "auditor", 520, 850, 5_000));
    await log.handOff(handoff("architect", "tester", 580, 0, 12_000));
    clock.now += 7_200_400;
    const sums = await log.complete({ success: true });

    expect(sums).toMatchObject({ totalTokens: 2_400, compressionRatio: 11.25 });
    expect(events).toMatchObject([
      {
        event_type: "workflow_start",
        event_id: "e-1",
        session_id: "s-1",
        timestamp: "2026-01-02T09:00:00.000Z",
      },
      {
        from_agent: "analyzer",
        to_agent: "architect",
        artifacts: ["artifacts/analyzer/latest/manifest.json"],
        context_budget: { manifest_tokens: 450, required_tokens: 0, total_tokens: 450, utilization_pct: 4.5 },
      },
      { context_budget: { total_tokens: 1_370, utilization_pct: 13.7 } },
      { context_budget: { total_tokens: 580, utilization_pct: 5.8 } },
      {
        workflow_id: "wf-1",
        duration_seconds: 7_200,
        success: true,
        agents_executed: ["analyzer", "architect", "auditor", "tester"],
        context_efficiency: {
          total_handoff_tokens: 2_400,
          avg_tokens_per_handoff: 800,
          max_utilization_pct: 13.7,
          compression_ratio: 11.3,
        },
      },
    ]);
  });

  it("writes events that readSessionEvent accepts", async () => {
    const { log, events } = record();
    await log.start({ projectName: "Nothing was handed over", agentPlan: [] });
    await log.complete({ success: false });
    const read = events.map((event) => readSessionEvent(JSON.parse(JSON.stringify(event))));
    expect(read).toMatchObject([
      { ok: true, record: { workflowId: "wf-1", workflow: { kind: "start" } } },
      { ok: true, record: { isError: true, workflow: { kind: "complete", totalHandoffTokens: 0 } } },
    ]);
  });

  it("warns once when an agent exceeds its work budget", () => {
    const { log, messages } = record();
    log.trackAgentUsage("architect", 40_000);
    expect(messages).toEqual([]);
    expect(log.trackAgentUsage("architect", 2).level).toBe("exceeded");
    expect(messages).toEqual(["architect used 40002 tokens for its work; its budget is 40000"]);
  });

  it("logs a failed write, and continues with its totals", async () => {
    const { log, messages } = record({ write: () => Promise.reject(new Error("disk full: secret.txt")) });
    await log.handOff(handoff("a", "b", 10, 0, 100));
    expect((await log.complete({ success: true })).totalTokens).toBe(10);
    expect(messages).toEqual([
      "wf-1: agent_handoff could not be written",
      "wf-1: workflow_complete could not be written",
    ]);
  });
});
