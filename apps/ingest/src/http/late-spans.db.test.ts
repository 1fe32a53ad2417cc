import { context, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listWrongTotals } from "../../test/expectations";
import { type RunningIngest, runIngest } from "../../test/running-ingest";
import { append, count, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "../pipeline/ingest-paths";

let ingest: RunningIngest;
let tokens: string[];
beforeAll(async () => {
  ingest = await runIngest();
  tokens = [ingest.token, (await ingest.buildKey()).token];
});
afterAll(() => ingest.remove());

const Handoff = z.object({
  from: z.string(),
  to: z.string(),
  before: z.coerce.number(),
  after: z.coerce.number(),
});

function listHandoffs(session: string) {
  return select(
    ingest.database.db,
    Handoff,
    `select from_agent as "from", to_agent as "to", before_tokens as before, after_tokens as after
     from handoff where session_id = '${session}' order by occurred_at`,
  );
}

describe("an exporter that sends each span in its own request", () => {
  it("creates the same handoffs and totals as in one request", async () => {
    const exporter = new OTLPTraceExporter({
      url: `${ingest.url}/v1/traces`,
      headers: { authorization: `Bearer ${ingest.token}` },
    });
    const provider = new BasicTracerProvider({
      spanProcessors: [new BatchSpanProcessor(exporter, { maxExportBatchSize: 1 })],
    });
    const tracer = provider.getTracer("agents");
    const invoke = (agent: string, tokens: number) => ({
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": agent,
        "gen_ai.conversation.id": "exported",
        "gen_ai.usage.input_tokens": tokens,
      },
    });
    const planner = tracer.startSpan("invoke_agent planner", invoke("planner", 4_000));
    const step = tracer.startSpan("step", {}, trace.setSpan(context.active(), planner));
    const writer = tracer.startSpan(
      "invoke_agent writer",
      invoke("writer", 900),
      trace.setSpan(context.active(), step),
    );
    const chat = {
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": 900,
      "gen_ai.usage.output_tokens": 120,
    };
    for (const span of [
      tracer.startSpan("chat", { attributes: chat }, trace.setSpan(context.active(), writer)),
      writer,
      step,
      planner,
    ]) {
      span.end();
      await provider.forceFlush();
    }
    await provider.shutdown();
    expect(await count(ingest.database.db, "source_file where line_count >= 4")).toBe(1);
    expect(await listHandoffs("exported")).toEqual([
      { from: "planner", to: "writer", before: 4_000, after: 900 },
    ]);
    expect(
      await count(ingest.database.db, "message_usage where agent = 'writer' and output_tokens = 120"),
    ).toBe(1);
    expect(await count(ingest.database.db, "message_usage where agent = 'unknown'")).toBe(0);
    expect(await listWrongTotals(ingest.database.db)).toEqual([]);
  });
});

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** Builds a span of a run: an agent's invocation with its input tokens. */
function buildSpan(run: string, id: string, parent: string | null, second: number, agent?: [string, number]) {
  return {
    traceId: `trace-${run}`,
    spanId: `${run}-${id}`,
    parentSpanId: parent && `${run}-${parent}`,
    name: id,
    startTimeUnixNano: `${1_771_846_892 + second}000000000`,
    attributes: agent && [
      attribute("gen_ai.operation.name", "invoke_agent"),
      attribute("gen_ai.agent.name", agent[0]),
      attribute("gen_ai.conversation.id", run),
      { key: "gen_ai.usage.input_tokens", value: { intValue: String(agent[1]) } },
    ],
  };
}

/**
 * Builds the spans of a planner that calls a writer through a step. The writer calls itself, and then two
 * other agents through two more steps.
 */
function buildRun(run: string) {
  return [
    buildSpan(run, "planner", null, 0, ["planner", 100]),
    buildSpan(run, "step", "planner", 1),
    buildSpan(run, "writer", "step", 2, ["writer", 50]),
    buildSpan(run, "again", "writer", 3, ["writer", 60]),
    buildSpan(run, "tool", "again", 4),
    buildSpan(run, "call", "tool", 5),
    buildSpan(run, "checker", "call", 6, ["checker", 7]),
    buildSpan(run, "reader", "call", 7, ["reader", 8]),
  ];
}
type Span = ReturnType<typeof buildSpan>;

const HANDOFFS = [
  { from: "planner", to: "writer", before: 100, after: 50 },
  { from: "writer", to: "checker", before: 60, after: 7 },
  { from: "writer", to: "reader", before: 60, after: 8 },
];

const request = (spans: readonly Span[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

async function post(spans: readonly Span[], token = ingest.token): Promise<void> {
  const response = await fetch(`${ingest.url}/v1/traces`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(request(spans)),
  });
  expect(response.status).toBe(200);
}

/** Returns the spans in another order for each turn. */
function shuffle(spans: readonly Span[], turn: number): Span[] {
  const rank = (index: number) => ((index + 1) * (2 * turn + 3)) % 11;
  return [...spans.keys()].sort((a, b) => rank(a) - rank(b)).flatMap((index) => spans[index] ?? []);
}

describe("spans of one run in several requests", () => {
  const orders: [string, (spans: readonly Span[]) => readonly Span[]][] = [
    ["children first", (spans) => [...spans].reverse()],
    ["parents first", (spans) => spans],
    ["as it happens", (spans) => shuffle(spans, 1)],
    ["as it happens another time", (spans) => shuffle(spans, 2)],
  ];
  it.each(orders)("create each handoff once: %s, and all repeated", async (name, order) => {
    const run = `run ${name}`;
    for (const span of order(buildRun(run))) await post([span]);
    expect(await listHandoffs(run)).toEqual(HANDOFFS);
    for (const span of buildRun(run)) await post([span], tokens[1]);
    await post(buildRun(run));
    expect(await listHandoffs(run)).toEqual(HANDOFFS);
    expect(await listWrongTotals(ingest.database.db)).toEqual([]);
  });

  it("create each handoff once if all arrive at the same time, with two API keys", async () => {
    const runs = ["at once 1", "at once 2", "at once 3"];
    const spans = runs.flatMap(buildRun);
    await Promise.all(
      [...spans, ...spans].map((span, index) => post([span], tokens[(index + Math.trunc(index / 5)) % 2])),
    );
    for (const run of runs) expect(await listHandoffs(run), run).toEqual(HANDOFFS);
    expect(await listWrongTotals(ingest.database.db)).toEqual([]);
  });

  it("create the same handoffs from a file, and count once if they were posted too", async () => {
    const folder = await createFolder();
    const [first, second] = [buildRun("in a file"), buildRun("posted too")] as const;
    for (const span of second.slice(3)) await post([span]);
    const path = await put(`${folder.path}/spans.jsonl`, "");
    await append(path, ...[...first, ...second].reverse().map((span) => request([span])));
    await ingestPaths({
      db: ingest.database.db,
      workspaceId: "default",
      paths: [path],
      storesContent: false,
    });
    await folder.remove();
    expect(await listHandoffs("in a file")).toEqual(HANDOFFS);
    expect(await listHandoffs("posted too")).toEqual(HANDOFFS);
    expect(await listWrongTotals(ingest.database.db)).toEqual([]);
  });

  it("do not cause an endless search if they are each other's parents", async () => {
    const ring = ["a", "b", "c"].map((id, index, ids) =>
      buildSpan("ring", id, ids[(index + 1) % 3] ?? null, index, [id, 1]),
    );
    const steps = ["d", "e", "f"].map((id, index, ids) =>
      buildSpan("ring", id, ids[(index + 1) % 3] ?? null, index),
    );
    for (const span of [...steps, buildSpan("ring", "g", "d", 9, ["g", 1]), ...ring]) await post([span]);
    expect((await listHandoffs("ring")).map(({ from, to }) => `${from}${to}`).sort()).toEqual([
      "ac",
      "ba",
      "cb",
    ]);
    expect(
      await count(ingest.database.db, "trace_span where trace_id = 'trace-ring' and missing_id is not null"),
    ).toBe(0);
  });

  it("would lose handoffs if earlier spans were forgotten", async () => {
    const [planner, ...others] = buildRun("forgotten");
    for (const span of others.reverse()) await post([span]);
    expect(await listHandoffs("forgotten")).toEqual(HANDOFFS.slice(1));
    await ingest.database.db.execute(sql`delete from trace_span where trace_id = 'trace-forgotten'`);
    if (planner) await post([planner]);
    expect(await listHandoffs("forgotten")).toEqual(HANDOFFS.slice(1));
  });
});
