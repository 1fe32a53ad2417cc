import type { Canaries } from "./canaries";
import { writeCanaryExports } from "./canary-exports";
import { keepHandoff } from "./keep-handoff";
import { append, put } from "./scratch";

const AT = "2026-03-01T10:00:00Z";

/** Writes files of every format that Baton reads below a folder, with a secret in every possible text. */
export async function writeCanaryInputs(folder: string, canaries: Canaries): Promise<void> {
  const c = () => canaries.next();
  const write = (path: string, content: unknown) =>
    put(`${folder}/${path}`, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  const at = (event_type: string, fields: object) => ({
    event_type,
    event_id: `${event_type} ${canaries.given.length}`,
    session_id: "s",
    workflow_id: "wf",
    timestamp: AT,
    ...fields,
  });
  const summary = { prior_outputs_count: 1, observations_count: 0, total_tokens: 9, agents_included: ["a"] };
  await put(`${folder}/sessions/s.jsonl`, "");
  for (let round = 0; round < 3; round += 1) {
    await append(
      `${folder}/sessions/s.jsonl`,
      at("context_handoff", {
        from_agent_id: "a",
        to_agent_id: "b",
        handoff_mode: "full",
        governance_rule_id: c(),
        context_before_scoping: { ...summary, agents_included: [c()] },
        context_after_scoping: summary,
        tokens_saved: 0,
        tokens_saved_percentage: 0,
        audit_note: c(),
        fields_filtered: [c()],
        to_model: c(),
        translation_strategies: [c()],
        outline: [{ path: c(), tokens: 3 }],
        scoping_state: "scoped",
      }),
      at("context_handoff", {
        from_agent_id: c(),
        to_agent_id: c(),
        handoff_mode: "full",
        ...zero(summary),
      }),
      {
        ...at("context_handoff", { from_agent_id: "a", to_agent_id: "b", handoff_mode: "full" }),
        ...zero(summary),
        session_id: c(),
        event_id: c(),
        workflow_id: c(),
      },
      at("compaction", {
        agent_id: "a",
        before_tokens: 9,
        after_tokens: 3,
        trigger: c(),
        preserved: [c()],
        summary: c(),
        survival: { required: 2, missing: [c()] },
        lost: [c()],
        next_phase: c(),
      }),
      at("workflow_start", { project_name: c(), agent_plan: ["a", c()] }),
      at("agent_handoff", {
        from_agent: "a",
        to_agent: "b",
        artifacts: [c()],
        manifest_tokens: 1,
        required_tokens: 0,
        full_tokens: 9,
      }),
      at("artifact_read", { agent: c(), path: c(), tokens: 3, reason: c() }),
      at("policy_seen", {
        policy_version: "ab".repeat(32),
        switch: { enabled: true, observe: false },
        policy: { description: c(), blocked_context_fields: [c()], agent_handoff_rules: [] },
      }),
      at("task_handoff", { ...task(c), step: "created", handoff: { ...task(c), criticalNotes: [c()] } }),
      at("task_response", {
        ...task(c),
        step: "received",
        response: { taskId: "t", status: "error", error: c() },
      }),
      at("agent_error", { agent_id: "a", error: c(), is_error: true }),
      {
        ...at("unknown to Baton", { [c()]: c(), deep: [[{ text: JSON.stringify({ inner: c() }) }]] }),
        session_id: c(),
      },
      `{"event_type": "broken", "token": "${c()}"`,
      JSON.stringify([c()]),
    );
  }
  await writeTranscripts(folder, c);
  await writeCanaryExports(folder, c);
  await write("artifacts/architect/2026-03-01-plan/manifest.json", {
    from_agent: "architect",
    to_agents: [c()],
    artifact_type: "plan",
    timestamp: AT,
    scope: c(),
    summary: { strategy: c(), phases: [c()] },
    key_decisions: [{ decision: c(), rationale: c() }],
    required_reading: [{ file: "plan.md", description: c() }],
    optional_context: [{ file: c(), description: c() }],
    artifacts_directory: "artifacts/architect/2026-03-01-plan/",
    detail_files: [c()],
  });
  await write("artifacts/architect/2026-03-01-plan/plan.md", `# ${c()}\n\n${c()}\n`);
  await write(
    "specs/042/handoffs/phase-1.md",
    `---\ntask: ${JSON.stringify(c())}\ncreated_at: ${AT}\n---\n# ${c()}\n\n## Next action\n\n${c()}\n\n## Decisions\n\n- ${c()}: ${c()}\n`,
  );
  await write("specs/042/progress/phase-1.json", {
    phase: c(),
    objectives: [{ id: 1, description: c(), status: "done" }],
  });
  await write("specs/042/feature_list.json", {
    features: [{ description: c(), steps: [c()], passes: false }],
  });
  await write("specs/042/phases/phase-1-results.md", `# ${c()}\n\n${c()}\n`);
  await write("specs/042/.return-meta.json", {
    status: "implemented",
    summary: c(),
    next_steps: [c()],
    artifacts: [{ path: c() }],
  });
  await write(
    "work/done/2026-03-01T1000-architect-x.yaml",
    `task: ${JSON.stringify(c())}\nnext_agent: b\ntoken_count: 9\nnotes: ${JSON.stringify(c())}\n`,
  );
  await write("Who&When/Algorithm-Generated/1.json", {
    question: c(),
    mistake_reason: c(),
    mistake_agent: "b",
    is_correct: false,
    question_ID: "q",
    history: [
      { name: "a", role: "assistant", content: c() },
      { name: "b", role: "user", content: c() },
    ],
  });
  await captureContent(folder, canaries);
}

async function writeTranscripts(folder: string, c: () => string): Promise<void> {
  const line = (fields: object) => ({
    sessionId: "11111111-2222-4333-8444-555555555555",
    timestamp: AT,
    version: "2.0",
    ...fields,
  });
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const call = {
    type: "tool_use",
    id: "t1",
    name: "Task",
    input: { subagent_type: "x", description: c(), prompt: c() },
  };
  await append(
    await ensure(`${folder}/.claude/projects/p/11111111-2222-4333-8444-555555555555.jsonl`),
    line({ type: "user", uuid: "u1", message: { role: "user", content: c() } }),
    line({
      type: "assistant",
      uuid: "u2",
      requestId: "r",
      message: { id: "m", model: c(), role: "assistant", content: [call], usage },
    }),
    line({
      type: "user",
      uuid: "u3",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: c() }] },
      toolUseResult: {
        status: "completed",
        prompt: c(),
        agentId: "x",
        content: [{ type: "text", text: c() }],
        totalTokens: 9,
        usage,
      },
    }),
    line({
      type: "system",
      subtype: "compact_boundary",
      uuid: "u4",
      content: c(),
      compactMetadata: { trigger: "auto", preTokens: 9 },
    }),
    line({ type: "user", uuid: "u5", isCompactSummary: true, message: { role: "user", content: c() } }),
    line({ type: "summary", summary: c(), leafUuid: "u5" }),
    line({ type: c(), uuid: "u6", [c()]: c() }),
  );
  await append(
    await ensure(`${folder}/.codex/sessions/rollout-2026-03-01.jsonl`),
    { timestamp: AT, type: "session_meta", payload: { id: "codex", cwd: c(), instructions: c() } },
    {
      timestamp: AT,
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: c() }] },
    },
    { timestamp: AT, type: "event_msg", payload: { type: "agent_message", message: c() } },
    { timestamp: AT, type: "compacted", payload: { message: c() } },
  );
  await append(
    await ensure(`${folder}/spans/agents.jsonl`),
    { object: "trace", id: "trace_1", workflow_name: c(), group_id: c(), metadata: { note: c() } },
    {
      object: "trace.span",
      id: "span_1",
      trace_id: "trace_1",
      started_at: AT,
      ended_at: AT,
      span_data: { type: "handoff", from_agent: c(), to_agent: c() },
      error: { message: c() },
    },
  );
  const attributes = [
    { key: "gen_ai.prompt", value: { stringValue: c() } },
    { key: c(), value: { stringValue: c() } },
  ];
  const span = {
    traceId: "aa".repeat(16),
    spanId: "bb".repeat(8),
    name: c(),
    startTimeUnixNano: "1772359200000000000",
    endTimeUnixNano: "1772359201000000000",
    attributes,
    status: { message: c() },
  };
  await append(await ensure(`${folder}/spans/otlp.jsonl`), {
    resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }],
  });
}

/** Writes a handoff with captured content: secrets in what passes, and values that a rule blocks. */
async function captureContent(folder: string, canaries: Canaries): Promise<void> {
  const blocked = (index: number) => canaries.add(`blocked value ${index} of the test`);
  const people = Array.from({ length: 20 }, (_, index) => ({ name: canaries.next(), ssn: blocked(index) }));
  await keepHandoff({ path: `${folder}/sessions/s.jsonl`, eventId: "captured", output: { people } });
}

function task(c: () => string): object {
  return {
    task_id: "t",
    taskId: "t",
    from_agent: "a",
    to_agent: "b",
    fromAgent: "a",
    toAgent: "b",
    taskName: c(),
    taskDescription: c(),
  };
}

function zero(summary: object): object {
  return {
    context_before_scoping: summary,
    context_after_scoping: summary,
    tokens_saved: 0,
    tokens_saved_percentage: 0,
  };
}

/** Creates an empty file. */
function ensure(path: string): Promise<string> {
  return put(path, "");
}
