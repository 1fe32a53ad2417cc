import { gzipSync } from "node:zlib";
import { context, trace } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type RunningIngest, runIngest } from "../../test/running-ingest";
import { count, select } from "../../test/scratch";

let ingest: RunningIngest;
beforeAll(async () => {
  ingest = await runIngest();
});
afterAll(() => ingest.remove());

/** Records a trace as an instrumented orchestrator does: a planner calls a writer. */
async function runAgents(exporter: SpanExporter, conversation: string): Promise<void> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "orchestrator" }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("agents", "1.0.0");
  const invoke = (agent: string, tokens: number) => ({
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": agent,
      "gen_ai.conversation.id": conversation,
      "gen_ai.request.model": "some-model",
      "gen_ai.usage.input_tokens": tokens,
      "gen_ai.tools": ["search", "fetch"],
      "gen_ai.request.temperature": 0.5,
    },
  });
  const planner = tracer.startSpan("invoke_agent planner", invoke("planner", 4_000));
  const within = trace.setSpan(context.active(), planner);
  const writer = tracer.startSpan("invoke_agent writer", invoke("writer", 900), within);
  const chat = tracer.startSpan(
    "chat",
    {
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.response.model": "some-model",
        "gen_ai.usage.input_tokens": 900,
        "gen_ai.usage.output_tokens": 120,
      },
    },
    trace.setSpan(context.active(), writer),
  );
  chat.addEvent("first token", { index: 1 });
  chat.end();
  writer.setStatus({ code: 2, message: "it gave up" });
  writer.end();
  planner.end();
  await provider.shutdown();
}

const Handoff = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.string(),
  before: z.coerce.number(),
  after: z.coerce.number(),
  model: z.string().nullable(),
});
const listHandoffs = (session: string) =>
  select(
    ingest.database.db,
    Handoff,
    `select from_agent as "from", to_agent as "to", kind, before_tokens as before, after_tokens as after, to_model as model
     from handoff where session_id = '${session}'`,
  );

const exporterOptions = () => ({
  url: `${ingest.url}/v1/traces`,
  headers: { authorization: `Bearer ${ingest.token}` },
});

describe("OpenTelemetry exporters", () => {
  it.each([
    ["protobuf", () => new ProtobufExporter(exporterOptions())],
    ["JSON", () => new JsonExporter(exporterOptions())],
    ["gzip", () => new ProtobufExporter({ ...exporterOptions(), compression: COMPRESSION })],
  ])("send spans as %s, which create a session with its handoff", async (kind, buildExporter) => {
    await runAgents(buildExporter(), `conversation-${kind}`);
    expect(await listHandoffs(`conversation-${kind}`)).toEqual([
      { from: "planner", to: "writer", kind: "span", before: 4_000, after: 900, model: "some-model" },
    ]);
    const where = `where session_id = 'conversation-${kind}'`;
    expect(await count(ingest.database.db, `event ${where}`)).toBe(3);
    expect(await count(ingest.database.db, `event ${where} and is_error`)).toBe(1);
    expect(
      await count(ingest.database.db, `message_usage ${where} and agent = 'writer' and output_tokens = 120`),
    ).toBe(1);
  });
});

/** The exporter's own name, because it does not re-export its enumeration. */
const COMPRESSION = z
  .custom<NonNullable<ConstructorParameters<typeof ProtobufExporter>[0]>["compression"]>()
  .parse("gzip");

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
const span = (spanId: string, fields: object = {}) => ({
  traceId: "5b8efff798038103d269b633813fc60c",
  spanId,
  name: "invoke_agent",
  startTimeUnixNano: "1771846892239000000",
  attributes: [
    attribute("gen_ai.operation.name", "invoke_agent"),
    attribute("gen_ai.agent.name", `agent-${spanId}`),
  ],
  ...fields,
});
const request = (...spans: unknown[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

async function postJson(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${ingest.url}/v1/traces`, {
    method: "POST",
    headers: { authorization: `Bearer ${ingest.token}`, "content-type": "application/json", ...headers },
    body,
  });
  const type = response.headers.get("content-type");
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type, bytes, text: bytes.toString() };
}

describe("POST /v1/traces", () => {
  it("responds to a complete or empty export with an empty message", async () => {
    for (const body of [request(span("a1")), "{}", '{"resourceSpans":[]}', request()]) {
      expect(await postJson(body)).toMatchObject({ status: 200, type: "application/json", text: "{}" });
    }
    const packed = new Uint8Array(gzipSync(request(span("a2"))));
    expect(await postJson(packed, { "content-encoding": "gzip" })).toMatchObject({ status: 200, text: "{}" });
  });

  it("stores the valid spans of an export, returns the number of rejected ones, and quarantines them", async () => {
    const late = { startTimeUnixNano: "4102444800000000000" };
    const body = request(
      span("b1"),
      span("b2", { parentSpanId: "b1" }),
      { traceId: "", name: "no ids" },
      span("b3", late),
      7,
    );
    const { status, text } = await postJson(body);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      partialSuccess: { rejectedSpans: "3", errorMessage: expect.stringMatching(/is not a span$/) },
    });
    expect(await count(ingest.database.db, "event where identity in ('b1', 'b2')")).toBe(2);
    expect(await count(ingest.database.db, "handoff where from_agent = 'agent-b1'")).toBe(1);
    expect(
      await count(ingest.database.db, "quarantined_line where code in ('schema_error', 'bad_timestamp')"),
    ).toBe(3);
  });

  it("counts a repeated span once", async () => {
    const body = request(span("c1"), span("c2", { parentSpanId: "c1" }));
    await postJson(body);
    await postJson(body);
    expect(await count(ingest.database.db, "event where identity like 'c_' and duplicate_of is null")).toBe(
      2,
    );
    expect(await count(ingest.database.db, "handoff where from_agent = 'agent-c1'")).toBe(1);
  });

  it.each([
    ["text that is not JSON", "{", {}, 400, 3],
    ["an array", "[]", {}, 400, 3],
    ["depth", `${'{"a":'.repeat(250)}1${"}".repeat(250)}`, {}, 400, 3],
    ["another type", "{}", { "content-type": "text/plain" }, 415, 3],
    ["no key", "{}", { authorization: "Bearer nobody" }, 401, 16],
    ["9 MiB", request(span("d1", { name: "x".repeat(9 * 1024 * 1024) })), {}, 413, 8],
  ])("rejects %s with a gRPC status", async (_, body, headers, status, code) => {
    const answer = await postJson(body, headers);
    expect(answer).toMatchObject({ status, type: "application/json" });
    expect(JSON.parse(answer.text)).toEqual({ code, message: expect.any(String) });
  });

  it("responds to protobuf with protobuf", async () => {
    const headers = { "content-type": "application/x-protobuf" };
    expect(await postJson(new Uint8Array(), headers)).toMatchObject({
      status: 200,
      type: headers["content-type"],
      text: "",
    });
    const broken = await postJson(Uint8Array.of(0x0a, 0x05, 0x01), headers);
    expect(broken).toMatchObject({ status: 400, type: headers["content-type"] });
    // Field 1, code 3, then field 2, a message.
    expect([...broken.bytes.subarray(0, 3)]).toEqual([0x08, 0x03, 0x12]);
  });

  it("limits the memory for messages with millions of empty or nested messages", async () => {
    const headers = { "content-type": "application/x-protobuf" };
    const empty = new Uint8Array(2_000_000).map((_, index) => (index % 2 === 0 ? 0x0a : 0x00));
    expect(await postJson(empty, headers)).toMatchObject({ status: 400 });
    let nested = Uint8Array.of();
    for (let depth = 0; depth < 200; depth++) nested = wrap(wrap(nested, 0x0a), 0x2a);
    for (const tag of [0x12, 0x4a, 0x12, 0x12, 0x0a]) nested = wrap(nested, tag);
    expect(await postJson(nested, headers)).toMatchObject({ status: 400 });
  });
});

/** Encodes a message as a field of another; for lengths below 16,384. */
function wrap(bytes: Uint8Array<ArrayBuffer>, tag: number): Uint8Array<ArrayBuffer> {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7];
  return Uint8Array.of(tag, ...length, ...bytes);
}
