import { createApiKey, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { serveRequests } from "../../../test/serve-requests";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  await ensureWorkspace(db, { workspaceId: "w" });
  const key = { workspaceId: "w", name: "test", createdBy: "test", expiresAt: null };
  ({ token } = await createApiKey(db, { ...key, scopes: ["evaluate"] }));
  const rule = { rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" };
  const content = {
    document: JSON.stringify({ multi_agent_handoffs: { content_rules: [rule] } }),
    policySwitch: { enabled: true, observe: false },
  };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy of the test is valid");
  await publishImported(db, { workspaceId: "w", content, parsed, person: { id: "cli", name: "test" } });
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

async function post(path: string, body: unknown) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`http://baton/api/v1${path}`, init);
  const response = await createRoutes({ db: database.db, changes }).fetch(request);
  return { status: response.status, body: await response.json() };
}

const TASK = {
  taskId: "t",
  fromAgent: "a",
  toAgent: "b",
  taskName: "Pay",
  taskDescription: "Pay the claim.",
  interfaces: { Claim: "interface Claim {\n  // The ID.\n  id: string;\n}" },
  criticalNotes: ["For CUST-123 only"],
  dependencies: ["/work/app/src/pay.ts"],
  testRequirements: [],
  tokenBudget: 1_000,
  priority: "high",
};

const withCode = (code: string) => expect.arrayContaining([expect.objectContaining({ code })]);

it("POST /api/v1/manifests/gate decides by the rollout phase of the manifest's agent", async () => {
  const gated = await post("/manifests/gate", { manifest: { from_agent: "x" } });
  expect(gated).toMatchObject({ status: 200, body: { ok: false, phase: "observe", passes: true } });
  expect(gated.body.findings.length).toBeGreaterThan(0);
});

describe("the routes of tasks", () => {
  it("validate a task with the content rules of the live policy, and its response", async () => {
    const { body } = await post("/tasks/validate", { task: TASK, response: { status: "maybe" } });
    expect(body).toMatchObject({ ok: false, tokens: expect.any(Number), findings: withCode("content_rule") });
    expect(body.response.findings.length).toBeGreaterThan(0);
    const clean = { ...TASK, criticalNotes: [] };
    expect((await post("/tasks/validate", { task: clean })).body).toMatchObject({ response: null });
    expect((await post("/tasks/validate", {})).body.findings.length).toBeGreaterThan(0);
  });

  it("compress a task, without what content rules redact", async () => {
    const { body } = await post("/tasks/compress", { task: TASK, project_root: "/work/app" });
    expect(body.task).toMatchObject({
      dependencies: ["src/pay.ts"],
      criticalNotes: [expect.stringContaining("[redacted: no_ids]")],
      interfaces: { Claim: expect.not.stringContaining("The ID") },
    });
    expect(body).toMatchObject({ skipped_interfaces: [], content_findings: [{ rule_id: "no_ids" }] });
    expect(await post("/tasks/compress", { task: {} })).toMatchObject({
      status: 422,
      body: { code: "refused" },
    });
  });
});

describe("the routes of compaction", () => {
  it("summarize the output of a phase, and name lost required facts", async () => {
    const { body } = await post("/compact/summary", {
      output: "# Plan\n\n- Create src/pay.ts for CUST-7\n- Must use the EU region",
      essential: { task_id: "t", feature: "pay", spec_path: "spec.md" },
      next_phase: "implementation",
      contract: { literal: ["C-9"] },
    });
    expect(body).toMatchObject({
      context_summary: expect.stringContaining("src/pay.ts for [redacted: no_ids]"),
      essential_state: { task_id: "t" },
      event: { survival: { required: 1, missing: ["C-9"] } },
      content_failure: null,
    });
  });

  it("compact a conversation, and reject other messages", async () => {
    const messages = [
      { role: "user", content: "Fix the rounding in src/pay.ts." },
      { role: "assistant", content: `Decision: use integers. ${"It was long to think about. ".repeat(50)}` },
    ];
    const { body } = await post("/compact/conversation", { messages });
    expect(body).toMatchObject({ reaches_goal: true, loss: { file_paths: { total: 1, kept: 1 } } });
    expect(body.summary).toContain("Fix the rounding");
    expect((await post("/compact/conversation", { messages: [{ role: "bird" }] })).status).toBe(422);
  });
});

describe("the routes of handoff documents", () => {
  const markdown = "# Pay\n\n## Next Action\n\nTest the rounding for CUST-9.\n";

  it("validate and score a document with the content rules of the live policy", async () => {
    const { body } = await post("/handoff-documents/validate", { markdown });
    expect(body).toMatchObject({ ok: false, score: expect.any(Number), points: { next_action: 20 } });
    expect(body.findings).toEqual(withCode("missing_section"));
    expect(body.findings).toEqual(withCode("content_rule"));
  });

  it("write the page that a successor reads first", async () => {
    const { body } = await post("/handoff-documents/index", { markdown });
    expect(body.index).toContain("Immediate next action: Test the rounding for [redacted: no_ids]");
    expect(body.content_findings).toMatchObject([{ rule_id: "no_ids", count: 1 }]);
    expect(body.not_found).toContain("currentState");
    expect((await post("/handoff-documents/index", { markdown, progress: "{" })).status).toBe(422);
  });
});

it("POST /api/v1/tokens/count counts the tokens of each text", async () => {
  const texts = ["hello world", ""];
  expect((await post("/tokens/count", { texts })).body).toEqual({
    encoding: "cl100k_base",
    tokens: [2, 0],
    total: 2,
  });
  expect((await post("/tokens/count", { texts, encoding: "x" })).status).toBe(400);
  expect((await post("/tokens/count", { texts: ["x".repeat(3 * 1024 * 1024)] })).status).toBe(413);
});

it("the steps of a handoff: advice, template, partial result and progress", async () => {
  const objectives = [
    { id: 1, description: "Read", status: "done" },
    { id: 2, description: "Pay", status: "not_started" },
  ];
  const time = "2026-01-02T10:00:00Z";
  const state = { phase: 1, started_at: time, last_updated: time, objectives, approaches_tried: [] };
  const progress = JSON.stringify({ ...state, current_objective: 2, handoff_count: 0 });
  const work = { used_tokens: 172_000, tool_calls: 12, progress };
  expect(await post("/handoff-documents/advise", work)).toMatchObject({
    status: 200,
    body: { action: "write", is_held_back: false, continuation: { by: "lead", remaining: 1 } },
  });
  const { body } = await post("/handoff-documents/new", { task: "pager", predecessor: "handoffs/a.md" });
  expect(body.markdown).toContain("predecessor: handoffs/a.md");
  const partial = { handoff_path: "handoffs/b.md", used_tokens: 172_000, progress };
  expect(await post("/handoff-documents/partial", partial)).toMatchObject({
    body: {
      result: { status: "partial", partial_progress: { handoff_path: "handoffs/b.md", phases_completed: 1 } },
    },
  });
  const proposed = progress.replace('"Pay"', '"Refuse"');
  expect(await post("/progress/check", { progress, proposed })).toMatchObject({
    body: { ok: false, findings: withCode("objective_changed") },
  });
  expect(
    await post("/compact/restore", { summary: "Pay.", contract: { literal: ["PORT 1"] } }),
  ).toMatchObject({
    body: { restored: ["PORT 1"] },
  });
});

it("compute what the commands of handoff files do: archive, chain, offload and start a phase", async () => {
  const { body: started } = await post("/progress/new", { phase: "1", objectives: ["Pay", "Test"] });
  expect(started.progress).toMatchObject({
    phase: 1,
    objectives: [{ id: 1, status: "not_started" }, { id: 2 }],
  });
  const done = { ...started.progress, objectives: [{ id: 1, description: "Pay", status: "complete" }] };
  const documents = ["phase-1-handoff.md", "phase-2-handoff.md", "notes.md"];
  expect(
    (await post("/handoff-documents/archive", { documents, progress: [JSON.stringify(done)] })).body,
  ).toEqual({
    moves: [{ from: "handoffs/phase-1-handoff.md", to: "handoffs/archive/phase-1-handoff.md" }],
  });
  expect((await post("/handoff-documents/archive", { documents, progress: ["{"] })).status).toBe(422);
  const after = { path: "handoffs/b.md", markdown: "---\npredecessor: a.md\n---\n# B" };
  const before = { path: "handoffs/a.md", markdown: "# A" };
  expect((await post("/handoff-documents/chain", { documents: [before, after] })).body).toEqual({
    chains: [["handoffs/b.md", "handoffs/a.md"]],
    findings: [],
  });
  const { body: offloaded } = await post("/text/offload", { text: "long\n".repeat(100), folder: "kept/" });
  expect(offloaded.path).toBe(`kept/${offloaded.sha256}.txt`);
  expect(offloaded.replacement).toContain(offloaded.path);
});

/** Serves a model that answers every request, and lets the server use it until the end of the test. */
async function useModel(answer: (text: string) => string) {
  const asked: string[] = [];
  const model = await serveRequests(async (request) => {
    const { messages } = Asked.parse(await request.json());
    const text = messages.at(-1)?.content ?? "";
    asked.push(text);
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 1_000, total_tokens: 1_001_000 };
    return Response.json({ choices: [{ message: { content: answer(text) } }], usage });
  });
  vi.stubEnv("BATON_SUMMARIZER_URL", model.url);
  vi.stubEnv("BATON_SUMMARIZER_MODEL", "gpt-4o-mini");
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await model.stop();
  });
  return asked;
}

const Asked = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** A million tokens of input and a thousand of output of gpt-4o-mini, at the price of the list. */
const COST = { model: "gpt-4o-mini", tokens: 1_001_000, dollars: 0.1506 };

it("a model of the server shortens a phase's output if asked, with its tokens and money", async () => {
  const line =
    "The service src/pay.ts must really always and in every case refuse claims above 9000 for CUST-7";
  const request = {
    output: `# Plan\n\n- ${line}`,
    essential: { task_id: "t", feature: "pay", spec_path: "spec.md" },
    next_phase: "implementation",
    rephrase: true,
  };
  expect(await post("/compact/summary", request)).toMatchObject({ status: 422 });
  const asked = await useModel(() => "src/pay.ts must refuse claims above 9000");
  const { body } = await post("/compact/summary", request);
  expect(asked).toEqual([expect.stringContaining("[redacted: no_ids]")]);
  expect(body).toMatchObject({
    context_summary: "- src/pay.ts must refuse claims above 9000",
    event: { summarizer_tokens: 1_001_000, summarizer_model: "gpt-4o-mini" },
    content_findings: [{ rule_id: "no_ids" }],
    summarizer: COST,
  });
});

it("a line that would lose a path or a number stays a quote", async () => {
  await useModel(() => "Refuse large claims");
  const messages = [
    {
      role: "user",
      content: "Fix the rounding of all the amounts in the file src/pay.ts for 40 currencies now.",
    },
    { role: "assistant", content: `Decision: use integers. ${"It was long to think about. ".repeat(50)}` },
  ];
  const { body } = await post("/compact/conversation", { messages, rephrase: true });
  expect(body.summary).toContain("src/pay.ts for 40 currencies");
  expect(body.summarizer).toMatchObject({ model: "gpt-4o-mini" });
});

it("POST /api/v1/manifests/compress returns a manifest of files, shortened by a model if asked", async () => {
  const text = "# Plan\n\n## Strategy\n\nWe are going to split the job of CUST-7 into a queue.\n";
  const artifact = { agent: "planner", type: "plan", scope: "Queue", files: [{ path: "plan.md", text }] };
  const plain = await post("/manifests/compress", artifact);
  expect(plain.body).toMatchObject({
    manifest: { summary: { strategy: expect.stringContaining("job of [redacted: no_ids] into a queue") } },
    summarizer: null,
  });
  expect(await post("/manifests/compress", { ...artifact, rephrase: true })).toMatchObject({ status: 422 });
  await useModel(() => "Split the job into a queue.");
  expect((await post("/manifests/compress", { ...artifact, rephrase: true })).body).toMatchObject({
    manifest: { summary: { strategy: "Split the job into a queue." } },
    sources: { model: "gpt-4o-mini" },
    summarizer: { model: "gpt-4o-mini" },
  });
});

const SHORT_POLICY = {
  multi_agent_handoffs: {
    enable_conversation_translation: true,
    agent_handoff_rules: [
      {
        rule_id: "short",
        from_agent_id: "a",
        to_agent_id: "b",
        handoff_mode: "full",
        audit_enabled: true,
        conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 20 },
      },
    ],
  },
};

it("a model of the server shortens long messages of a history if asked", async () => {
  const messages = [
    { role: "user", content: "Long. ".repeat(50) },
    { role: "assistant", name: "a", content: "Wordy. ".repeat(50) },
  ];
  const request = { from: "a", to: "b", messages, policy: SHORT_POLICY, rephrase: true };
  expect(await post("/scope/messages", request)).toMatchObject({ status: 422 });
  const asked = await useModel(() => "Short.");
  const { body } = await post("/scope/messages", request);
  expect(asked).toEqual([expect.stringContaining("Wordy.")]);
  expect(body.messages).toEqual([messages[0], { role: "assistant", name: "a", content: "Short." }]);
  expect(body.event).toMatchObject({
    translation_strategies: ["summarize"],
    summarizer_tokens: 1_001_000,
    summarizer_output_tokens: 1_000,
    summarizer_model: "gpt-4o-mini",
  });
});

it("a model of the server summarizes a scoped context if asked, and the event has its tokens", async () => {
  const handoff = { from: "a", to: "b", rephrase: true };
  const context = {
    prior_outputs: { a: { text: "Long. ".repeat(50) } },
    observations: [],
    original_input: null,
  };
  expect(await post("/scope", { ...handoff, context })).toMatchObject({ status: 422 });
  await useModel(() => "Short.");
  const answer = await post("/scope", { ...handoff, context, policy: SHORT_POLICY });
  expect(answer.body.event).toMatchObject({ summarizer_tokens: 1_001_000 });
});
