import { listLineShapes } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listWrongTotals } from "../../test/expectations";
import { type RunningIngest, runIngest } from "../../test/running-ingest";
import { append, createFolder, select } from "../../test/scratch";
import { buildTrace } from "../../test/traces";
import { ingestPaths } from "./ingest-paths";

let ingest: RunningIngest;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  ingest = await runIngest();
  folder = await createFolder();
});
afterAll(async () => {
  await ingest.remove();
  await folder.remove();
});

type Request = ReturnType<typeof buildTrace>;

/** Splits a request into one per span, as exporters send that send each span when it ends. */
function cut(request: Request): Request[] {
  return request.resourceSpans.flatMap((resource) =>
    resource.scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        resourceSpans: [{ ...resource, scopeSpans: [{ ...scope, spans: [span] }] }],
      })),
    ),
  );
}

async function post(workspaceId: string, requests: readonly Request[]): Promise<void> {
  await ensureWorkspace(ingest.database.db, { workspaceId });
  const { token } = await ingest.buildKey({ workspaceId });
  for (const request of requests) {
    const response = await fetch(`${ingest.url}/v1/traces`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    expect(response.status).toBe(200);
  }
}

async function read(workspaceId: string, requests: readonly Request[]): Promise<void> {
  const path = `${folder.path}/${workspaceId}.jsonl`;
  await append(path, ...requests);
  await ingestPaths({ db: ingest.database.db, workspaceId, paths: [path] });
}

/** The ways in which spans arrive, one workspace each. All must give the same result. */
const WAYS: [string, (workspaceId: string, request: Request) => Promise<void>][] = [
  ["a-file", (workspaceId, request) => read(workspaceId, [request])],
  ["a-line-each", (workspaceId, request) => read(workspaceId, cut(request))],
  ["a-request", (workspaceId, request) => post(workspaceId, [request])],
  ["a-request-each", (workspaceId, request) => post(workspaceId, cut(request))],
];

const Usage = z.object({
  session: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  input: z.coerce.number(),
  written: z.coerce.number(),
  read: z.coerce.number(),
  output: z.coerce.number(),
});
const Handoff = z.object({ from: z.string(), to: z.string(), kind: z.string(), session: z.string() });
const Compaction = z.object({ session: z.string(), agent: z.string().nullable(), before: z.null() });

async function stored(workspaceId: string) {
  const { db } = ingest.database;
  const where = `where workspace_id = '${workspaceId}'`;
  return {
    usage: await select(
      db,
      Usage,
      `select session_id as session, agent, model, input_tokens as input, cache_creation_tokens as written,
         cache_read_tokens as read, output_tokens as output from message_usage ${where} order by usage_key`,
    ),
    handoffs: await select(
      db,
      Handoff,
      `select from_agent as "from", to_agent as "to", kind, session_id as session from handoff ${where} order by occurred_at`,
    ),
    compactions: await select(
      db,
      Compaction,
      `select session_id as session, agent, before_tokens as before from compaction ${where}`,
    ),
    unrecognized: (await listLineShapes(db, { workspaceId, limit: 10 })).map(
      ({ shape, lineCount }) => `${lineCount} ${shape}`,
    ),
  };
}

const NOTHING = { usage: [], handoffs: [], compactions: [], unrecognized: [] };

const invoke = (agent: string, rest = {}) => ({
  "gen_ai.operation.name": "invoke_agent",
  "gen_ai.agent.name": agent,
  ...rest,
});

const CASES: [string, Request, object][] = [
  [
    "cache-write",
    buildTrace("cache", [
      {
        id: "chat",
        parent: "planner",
        from: 1,
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.request.model": "claude-sonnet-4-6",
          "gen_ai.usage.input_tokens": 300,
          "gen_ai.usage.cache_read.input_tokens": 40,
          "gen_ai.usage.cache_write.input_tokens": 25,
          "gen_ai.usage.output_tokens": 7,
        },
      },
      { id: "planner", attributes: invoke("planner") },
    ]),
    {
      usage: [
        {
          session: "cache",
          agent: "planner",
          model: "claude-sonnet-4-6",
          input: 235,
          written: 25,
          read: 40,
          output: 7,
        },
      ],
    },
  ],
  [
    "openinference",
    buildTrace(
      "oi",
      [
        {
          id: "completion",
          parent: "researcher",
          from: 2,
          attributes: {
            "openinference.span.kind": "LLM",
            "session.id": "s-77",
            "llm.model_name": "gpt-5.5",
            "llm.token_count.prompt": 120,
            "llm.token_count.completion": 30,
          },
        },
        { id: "get", parent: "researcher", from: 2, attributes: { "http.method": "GET" } },
        {
          id: "dream",
          parent: "researcher",
          attributes: { "openinference.span.kind": "DREAM", "session.id": "s-77" },
        },
        {
          id: "researcher",
          parent: "orchestrator",
          from: 1,
          attributes: {
            "openinference.span.kind": "AGENT",
            "agent.name": "researcher",
            "session.id": "s-77",
          },
        },
        {
          id: "orchestrator",
          attributes: {
            "openinference.span.kind": "AGENT",
            "agent.name": "orchestrator",
            "session.id": "s-77",
          },
        },
      ],
      "openinference.instrumentation.demo",
    ),
    {
      usage: [
        {
          session: "s-77",
          agent: "researcher",
          model: "gpt-5.5",
          input: 120,
          written: 0,
          read: 0,
          output: 30,
        },
      ],
      handoffs: [{ from: "orchestrator", to: "researcher", kind: "span", session: "s-77" }],
      unrecognized: ["1 span: openinference.instrumentation.demo", "1 type: openinference.span.kind.DREAM"],
    },
  ],
  [
    "compacted",
    buildTrace("compacted", [
      {
        id: "chat",
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.conversation.id": "conv-9",
          "gen_ai.conversation.compacted": true,
          "gen_ai.request.model": "m",
          "gen_ai.usage.input_tokens": 900,
          "gen_ai.usage.output_tokens": 9,
        },
      },
    ]),
    {
      usage: [
        { session: "conv-9", agent: "unknown", model: "m", input: 900, written: 0, read: 0, output: 9 },
      ],
      compactions: [{ session: "conv-9", agent: null, before: null }],
    },
  ],
  [
    "without-operation",
    buildTrace("bare", [
      {
        id: "response",
        parent: "coordinator",
        from: 1,
        attributes: {
          "openinference.span.kind": "LLM",
          "session.id": "s-6",
          "gen_ai.request.model": "gpt-4o",
          "gen_ai.usage.input_tokens": 148,
          "llm.token_count.prompt": 148,
          "gen_ai.usage.output_tokens": 47,
        },
      },
      {
        id: "coordinator",
        attributes: {
          "openinference.span.kind": "AGENT",
          "gen_ai.agent.name": "coordinator",
          "session.id": "s-6",
        },
      },
    ]),
    {
      usage: [
        {
          session: "s-6",
          agent: "coordinator",
          model: "gpt-4o",
          input: 148,
          written: 0,
          read: 0,
          output: 47,
        },
      ],
    },
  ],
  [
    "transfer",
    buildTrace("transfer", [
      {
        id: "tool",
        parent: "triage",
        from: 2,
        to: 3,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "transfer_to_billing_agent",
        },
      },
      { id: "triage", parent: "workflow", from: 1, to: 4, attributes: invoke("triage") },
      { id: "billing", parent: "workflow", from: 5, to: 6, attributes: invoke("Billing Agent") },
      { id: "audit", parent: "workflow", from: 7, to: 8, attributes: invoke("audit") },
      {
        id: "workflow",
        to: 9,
        attributes: { "gen_ai.operation.name": "invoke_workflow", "gen_ai.workflow.name": "support" },
      },
    ]),
    {
      handoffs: [
        { from: "triage", to: "Billing Agent", kind: "transfer", session: "transfer" },
        { from: "Billing Agent", to: "audit", kind: "transfer", session: "transfer" },
      ],
    },
  ],
  [
    "traceloop",
    buildTrace("traceloop", [
      {
        id: "call",
        parent: "triage",
        from: 2,
        attributes: {
          "gen_ai.operation.name": "response",
          "gen_ai.request.model": "gpt-4o",
          "gen_ai.usage.prompt_tokens": 117,
          "gen_ai.usage.completion_tokens": 14,
        },
      },
      {
        id: "handoff",
        parent: "triage",
        from: 3,
        attributes: {
          "traceloop.span.kind": "handoff",
          "gen_ai.handoff.from_agent": "Triage",
          "gen_ai.handoff.to_agent": "Editor",
        },
      },
      {
        id: "triage",
        parent: "workflow",
        from: 1,
        to: 4,
        attributes: { "traceloop.span.kind": "agent", "gen_ai.agent.name": "Triage" },
      },
      {
        id: "editor",
        parent: "workflow",
        from: 4,
        to: 9,
        attributes: { "traceloop.span.kind": "agent", "gen_ai.agent.name": "Editor" },
      },
      { id: "workflow", to: 10, attributes: { "traceloop.span.kind": "workflow" } },
    ]),
    {
      usage: [
        {
          session: "traceloop",
          agent: "Triage",
          model: "gpt-4o",
          input: 117,
          written: 0,
          read: 0,
          output: 14,
        },
      ],
      handoffs: [{ from: "Triage", to: "Editor", kind: "transfer", session: "traceloop" }],
    },
  ],
  ...["nested-calls", "nested-calls-without-id"].map((name): [string, Request, object] => {
    const tokens = { "gen_ai.usage.input_tokens": 100, "gen_ai.usage.output_tokens": 10 };
    const chat = {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "gpt-5.5",
      ...tokens,
      ...(name === "nested-calls" ? { "gen_ai.response.id": name } : {}),
    };
    const request = buildTrace(name, [
      { id: "client", parent: "http", from: 1, attributes: chat },
      { id: "http", parent: "framework", from: 1, attributes: { "gen_ai.system": "openai" } },
      { id: "framework", parent: "agent", from: 1, attributes: chat },
      { id: "agent", attributes: invoke("helper", tokens) },
    ]);
    const used = { agent: "helper", model: "gpt-5.5", input: 100, written: 0, read: 0, output: 10 };
    return [name, request, { usage: [{ session: name, ...used }] }];
  }),
];

describe.each(WAYS)("spans imported by %s", (way, send) => {
  it.each(CASES)("are stored as expected: %s", async (name, request, expected) => {
    const workspaceId = `${name}-${way}`;
    await send(workspaceId, request);
    expect(await stored(workspaceId)).toEqual({ ...NOTHING, ...expected });
    expect(await listWrongTotals(ingest.database.db)).toEqual([]);
  });
});

describe("a trace of the OpenAI Agents SDK", () => {
  const span = (id: string, parent: string | null, second: number, data: object) => ({
    object: "trace.span",
    id: `span_${id}`,
    trace_id: "trace_1",
    parent_id: parent && `span_${parent}`,
    started_at: `2026-09-01T10:00:0${second}.000Z`,
    ended_at: "2026-09-01T10:00:09.000Z",
    error: null,
    span_data: data,
  });
  const agent = (name: string) => ({ type: "agent", name, handoffs: [], tools: [], output_type: "str" });
  const usage = { input_tokens: 100, output_tokens: 10 };
  const turn = (agentName: string) => ({
    type: "custom",
    name: "turn",
    data: { sdk_span_type: "turn", turn: 1, agent_name: agentName, usage },
  });
  const lines = [
    { object: "trace", id: "trace_1", workflow_name: "Support", group_id: null, metadata: null },
    span("call", "turn", 1, { type: "generation", model: "gpt-5.5", usage }),
    span("turn", "triage", 1, turn("triage")),
    span("helper", "tool", 2, agent("helper")),
    span("tool", "triage", 2, { type: "function", name: "ask_helper" }),
    span("handoff", "triage", 3, { type: "handoff", from_agent: "triage", to_agent: null }),
    span("triage", "task", 0, agent("triage")),
    span("response", "turn_2", 4, { type: "response", response_id: "resp_1" }),
    span("turn_2", "billing", 4, turn("billing")),
    span("billing", "task", 4, agent("billing")),
    span("task", null, 0, { type: "custom", name: "task", data: { sdk_span_type: "task", usage } }),
  ];

  it.each([
    ["as-it-ends", lines],
    ["the-other-way-round", lines.toReversed()],
    ["in-one-body", [{ data: lines }]],
  ])("has its handoffs and each call once, for the agent that made it: %s", async (name, written) => {
    const workspaceId = `agents-sdk-${name}`;
    const path = `${folder.path}/${workspaceId}.jsonl`;
    // A line with only a `data` body does not identify the Agents SDK, so write a trace first.
    await append(path, { object: "trace", id: "trace_0", workflow_name: "First" }, ...written);
    await ingestPaths({ db: ingest.database.db, workspaceId, paths: [path] });
    const { handoffs, usage: used } = await stored(workspaceId);
    expect(handoffs).toEqual([
      { from: "triage", to: "helper", kind: "span", session: "trace_1" },
      { from: "triage", to: "billing", kind: "transfer", session: "trace_1" },
    ]);
    const counts = { session: "trace_1", input: 100, written: 0, read: 0, output: 10 };
    // The key of a turn is that of its response if that is read first.
    expect(used.toSorted((a, b) => (a.agent < b.agent ? -1 : 1))).toEqual([
      { ...counts, agent: "billing", model: null },
      { ...counts, agent: "triage", model: "gpt-5.5" },
    ]);
    expect(await listWrongTotals(ingest.database.db)).toEqual([]);
  });
});
