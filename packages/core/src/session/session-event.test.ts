import { describe, expect, it } from "vitest";
import { readSessionEvent } from "./session-event";

const HANDOFF = {
  event_type: "context_handoff",
  session_id: "session_xyz",
  from_agent_id: "fraud_agent",
  to_agent_id: "recommendation_agent",
  timestamp: "2026-01-02T17:00:00Z",
  handoff_mode: "scoped",
  governance_rule_id: "fraud_to_recommendation",
  context_before_scoping: {
    prior_outputs_count: 3,
    observations_count: 5,
    total_tokens: 5_000,
    agents_included: ["intake_agent", "coverage_agent", "fraud_agent"],
  },
  context_after_scoping: {
    prior_outputs_count: 1,
    observations_count: 5,
    total_tokens: 1_200,
    agents_included: ["fraud_agent"],
    fields_included: ["fraud_score"],
  },
  tokens_saved: 3_800,
  tokens_saved_percentage: 76,
};

function problemOf(json: unknown) {
  const result = readSessionEvent(json);
  return result.ok ? null : result.problem;
}

describe("readSessionEvent", () => {
  it("describes the first twenty errors of a line, and counts the others", () => {
    const problem = problemOf({ ...HANDOFF, translation_strategies: Array(20_000).fill(0) });
    expect(problem?.message).toMatch(/^\/translation_strategies\/0 is number \(0\), text is needed; /);
    expect(problem?.message).toMatch(/\/19 is number \(0\), text is needed; and 19980 more$/);
    const few = problemOf({ ...HANDOFF, translation_strategies: Array(20).fill(0) });
    expect(few?.message).toMatch(/\/19 is number \(0\), text is needed$/);
  });

  it("reads a handoff of older writers, without identity, version or outline", () => {
    expect(readSessionEvent(HANDOFF)).toMatchObject({
      ok: true,
      record: {
        eventType: "context_handoff",
        identity: null,
        sessionId: "session_xyz",
        handoff: {
          kind: "context",
          fromAgent: "fraud_agent",
          toAgent: "recommendation_agent",
          ruleId: "fraud_to_recommendation",
          scopingState: "scoped",
          beforeTokens: 5_000,
          afterTokens: 1_200,
          savedTokens: 3_800,
          savedByCause: null,
          measureBefore: "counted",
          outline: null,
        },
      },
    });
  });

  it("rejects sizes whose totals would exceed 64 bits", () => {
    const of = (total_tokens: number) => {
      const before = { ...HANDOFF.context_before_scoping, total_tokens };
      return readSessionEvent({ ...HANDOFF, context_before_scoping: before }).ok;
    };
    expect([of(1_000_000_000), of(1_000_000_001), of(Number.MAX_SAFE_INTEGER)]).toEqual([true, false, false]);
    expect(readSessionEvent({ ...HANDOFF, tokens_saved: -Number.MAX_SAFE_INTEGER }).ok).toBe(false);
    const read = (tokens: number) =>
      readSessionEvent({ event_type: "artifact_read", path: "a.md", tokens, reason: "missing" }).ok;
    expect([read(1_000_000_000), read(1_000_000_001)]).toEqual([true, false]);
  });

  it("omits paths that are too long, and marks the outline as truncated", () => {
    const outline = [
      { path: "a.x", tokens: 500 },
      { path: `a.${"y".repeat(1_100)}`, tokens: 500 },
    ];
    const result = readSessionEvent({ ...HANDOFF, outline });
    expect(result).toMatchObject({
      record: { handoff: { outline: [{ path: "a.x", tokens: 500 }], outlineTruncated: true } },
    });
  });

  it("truncates values that lists show", () => {
    const long = "x".repeat(100_000);
    const common = { session_id: "s", timestamp: HANDOFF.timestamp };
    const loss = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`c${n}`, { total: 1, kept: 0 }]),
    );
    const compaction = {
      ...common,
      event_type: "compaction",
      before_tokens: 2,
      after_tokens: 1,
      trigger: "auto",
      preserved: Array.from({ length: 1_000 }, () => long),
      loss: { [long]: { total: 1, kept: 1 }, ...loss },
    };
    const finding = { code: long, severity: "error", path: long };
    const task = {
      ...common,
      event_type: "task_handoff",
      step: "validate",
      accepted: false,
      findings: Array.from({ length: 1_000 }, () => finding),
    };
    for (const event of [compaction, task]) {
      const read = readSessionEvent(event);
      expect(read.ok).toBe(true);
      expect(JSON.stringify(read).length).toBeLessThan(200_000);
    }
  });

  it("divides the savings among the causes in the outline", () => {
    const outline = [
      { path: "intake_agent.a", tokens: 300, after: 0, cause: "mode" },
      { path: "fraud_agent.b", tokens: 100, after: 0, cause: "not_allowed" },
      { path: "fraud_agent.c", tokens: 50 },
    ];
    const result = readSessionEvent({ ...HANDOFF, outline });
    expect(result.ok && result.record.handoff?.savedByCause).toMatchObject({
      mode: 2_850,
      not_allowed: 950,
      blocked: 0,
      added: 0,
    });
  });

  it.each([[42], [null], ["text"], [[]], [{}], [{ event_type: 7 }]])(
    "rejects %j, which is not an event",
    (json) => {
      expect(problemOf(json)?.code).toBe("not_an_event");
    },
  );

  it("describes errors of a handoff with their place", () => {
    expect(problemOf({ ...HANDOFF, tokens_saved: "3,800" })).toEqual({
      code: "schema_error",
      message: '/tokens_saved is text ("3,800"), a number is needed',
    });
    expect(problemOf({ ...HANDOFF, handoff_mode: "most" })?.message).toBe(
      '/handoff_mode is text ("most"), one of full, scoped, minimal is needed',
    );
    const { to_agent_id: _, ...without } = HANDOFF;
    expect(problemOf(without)?.message).toBe("/to_agent_id is missing, text is needed");
    expect(problemOf({ ...HANDOFF, from_agent_id: "*" })?.message).toContain("/from_agent_id");
  });

  it("marks an event of failed scoping as error", () => {
    const result = readSessionEvent({ ...HANDOFF, scoping_state: "denied_error" });
    expect(result.ok && result.record.isError).toBe(true);
  });

  it("reads a compaction, a policy and a task by their own schemas", () => {
    const compaction = { event_type: "compaction", before_tokens: 900, after_tokens: 300, trigger: "phase" };
    expect(readSessionEvent(compaction)).toMatchObject({
      ok: true,
      record: { compaction: { beforeTokens: 900, afterTokens: 300, trigger: "phase", preserved: [] } },
    });
    expect(problemOf({ ...compaction, trigger: "whim" })?.message).toContain("/trigger");
    const loss = { file_paths: { total: 4, kept: 3 } };
    expect(readSessionEvent({ ...compaction, loss })).toMatchObject({ record: { compaction: { loss } } });
    const policySeen = {
      event_type: "policy_seen",
      policy_version: "ab",
      policy: {},
      switch: { enabled: true },
    };
    expect(problemOf(policySeen)?.message).toContain("64 hex digits");
  });

  it("reads a workflow from start to end, with a handoff", () => {
    const start = {
      event_type: "workflow_start",
      workflow_id: "wf-1",
      project_name: "P",
      agent_plan: ["a", "b"],
    };
    expect(readSessionEvent(start)).toMatchObject({
      ok: true,
      record: { workflowId: "wf-1", workflow: { kind: "start", projectName: "P", agentPlan: ["a", "b"] } },
    });
    const handoff = {
      event_type: "agent_handoff",
      workflow_id: "wf-1",
      from_agent: "a",
      to_agent: "b",
      artifacts: ["artifacts/a/1-x/manifest.json"],
      context_budget: {
        manifest_tokens: 520,
        required_tokens: 850,
        total_tokens: 1_370,
        utilization_pct: 13.7,
      },
    };
    expect(readSessionEvent(handoff)).toMatchObject({
      ok: true,
      record: {
        workflow: { kind: "handoff", artifacts: handoff.artifacts, manifestTokens: 520, requiredTokens: 850 },
      },
    });
    expect(problemOf({ ...handoff, artifacts: "a/manifest.json" })?.message).toContain("/artifacts");
    const complete = {
      event_type: "workflow_complete",
      workflow_id: "wf-1",
      duration_seconds: 60,
      success: false,
      agents_executed: ["a", "b"],
      context_efficiency: {
        total_handoff_tokens: 0,
        avg_tokens_per_handoff: null,
        max_utilization_pct: null,
        compression_ratio: null,
      },
    };
    expect(readSessionEvent(complete)).toMatchObject({
      ok: true,
      record: { isError: true, workflow: { kind: "complete", isSuccess: false, compressionRatio: null } },
    });
  });

  it("reads which file of another agent was read, and why", () => {
    const read = {
      event_type: "artifact_read",
      path: "artifacts/a/1-x/plan.md",
      tokens: 40,
      reason: "detail",
    };
    expect(readSessionEvent(read)).toMatchObject({
      ok: true,
      record: { artifactRead: { agent: null, path: read.path, tokens: 40, reason: "detail" } },
    });
    expect(problemOf({ ...read, tokens: -1 })?.message).toContain("/tokens");
  });

  it("keeps an unknown type as a generic event", () => {
    expect(
      readSessionEvent({ event_type: "agent_error", event_id: "e", session_id: "s", anything: [1] }),
    ).toMatchObject({ ok: true, record: { eventType: "agent_error", identity: "e", isError: true } });
    expect(readSessionEvent({ event_type: "session_start", title: "Claim 7" })).toMatchObject({
      ok: true,
      record: { title: "Claim 7", sessionId: null },
    });
  });

  it("reads a trace of cases: sessions, times and handoffs", () => {
    const step = { event_id: "e1", case_id: "CASE_1", occurred_at: "2026-09-25T16:27:48.172956Z" };
    const handoff = { ...step, event_type: "handoff", actor: "entity-agent", target: "coordinator" };
    expect(readSessionEvent(handoff)).toMatchObject({
      ok: true,
      record: {
        identity: "e1",
        sessionId: "CASE_1",
        timestamp: step.occurred_at,
        handoff: { kind: "transfer", fromAgent: "entity-agent", toAgent: "coordinator", afterTokens: null },
      },
    });
    expect(readSessionEvent({ ...handoff, target: null })).toMatchObject({
      ok: true,
      record: { eventType: "handoff", handoff: null },
    });
    expect(readSessionEvent({ ...handoff, event_type: "case_received" })).toMatchObject({
      ok: true,
      record: { sessionId: "CASE_1", handoff: null },
    });
  });
});
