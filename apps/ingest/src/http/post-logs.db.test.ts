import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type RunningIngest, runIngest } from "../../test/running-ingest";
import { append, count, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "../pipeline/ingest-paths";

let ingest: RunningIngest;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  ingest = await runIngest();
  folder = await createFolder();
});
afterAll(async () => {
  await folder.remove();
  await ingest.remove();
});

const post = (address: string, body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
  fetch(`${ingest.url}${address}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ingest.token}`, "content-type": type },
    body,
  });

const call = (session: string, requestId: string, inputTokens: number, time = 1_788_256_800) => ({
  timeUnixNano: `${time}000000000`,
  body: { stringValue: "claude_code.api_request" },
  attributes: Object.entries({
    "session.id": session,
    request_id: requestId,
    model: "claude-opus-5",
    input_tokens: String(inputTokens),
    output_tokens: "5",
  }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
});

const request = (...logRecords: unknown[]) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });

const answered = (session: string, requestId: string, inputTokens: number) => ({
  type: "assistant",
  sessionId: session,
  uuid: `${session}-${requestId}`,
  requestId,
  timestamp: "2026-09-01T10:00:01.000Z",
  message: {
    id: `msg-${session}-${requestId}`,
    model: "claude-opus-5",
    usage: { input_tokens: inputTokens, output_tokens: 5 },
  },
});

const readTranscript = (session: string, ...lines: object[]) =>
  put(join(folder.path, session, ".claude/projects/p", `${session}.jsonl`), "").then(async (path) => {
    await append(path, ...lines);
    const [workspace] = await select(
      ingest.database.db,
      z.object({ workspace_id: z.string() }),
      "select workspace_id from workspace",
    );
    return ingestPaths({
      db: ingest.database.db,
      workspaceId: workspace?.workspace_id ?? "",
      paths: [path],
      storesContent: true,
    });
  });

const listInputs = (session: string) =>
  select(
    ingest.database.db,
    z.object({ input_tokens: z.coerce.number() }),
    `select input_tokens from message_usage where session_id = '${session}' order by input_tokens`,
  ).then((rows) => rows.map(({ input_tokens: tokens }) => tokens));

describe("POST /v1/logs", () => {
  it("counts each call of a session without a transcript once", async () => {
    const body = request(call("s1", "r1", 10), call("s1", "r2", 20, 1_788_256_801));
    expect(await (await post("/v1/logs", body)).json()).toEqual({});
    expect((await post("/v1/logs", body)).status).toBe(200);
    expect(await listInputs("s1")).toEqual([10, 20]);
    expect(await count(ingest.database.db, "session where session_id = 's1' and event_count = 2")).toBe(1);
  });

  it.each(["before", "after"])(
    "counts a call once that is also in the transcript, read %s",
    async (order) => {
      const session = `both-${order}`;
      const transcript = () =>
        readTranscript(session, answered(session, `${order}1`, 10), answered(session, `${order}2`, 20));
      const body = request(call(session, `${order}1`, 10), call(session, `${order}2`, 20));
      if (order === "before") await transcript();
      await post("/v1/logs", body);
      if (order === "after") await transcript();
      expect(await listInputs(session)).toEqual([10, 20]);
    },
  );

  it("stores the other records if one is invalid, and counts the rejected ones", async () => {
    const late = call("s2", "r9", 5, 99_999_999_999);
    const response = await post("/v1/logs", request(call("s2", "r8", 4), late, 7));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ partialSuccess: { rejectedLogRecords: "2" } });
    expect(await listInputs("s2")).toEqual([4]);
  });

  it("accepts protobuf, and responds in protobuf", async () => {
    const text = (field: number, value: string) => [field * 8 + 2, value.length, ...Buffer.from(value)];
    const nested = (field: number, bytes: number[]) => [field * 8 + 2, bytes.length, ...bytes];
    const record = [
      ...nested(5, text(1, "claude_code.api_error")),
      ...nested(6, [...text(1, "session.id"), ...nested(2, text(1, "s3"))]),
    ];
    const body = Buffer.from(nested(1, nested(2, nested(2, record))));
    const response = await post("/v1/logs", body, "application/x-protobuf");
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(await count(ingest.database.db, "event where session_id = 's3' and is_error")).toBe(1);
  });

  it.each([
    ["logs", "ExportLogsServiceRequest: it has no resourceLogs"],
    ["metrics", "ExportMetricsServiceRequest: it has no resourceMetrics"],
  ])("rejects other content for %s", async (signal, reason) => {
    const response = await post(`/v1/${signal}`, "[]");
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 3, message: `This is not an ${reason}.` },
    ]);
  });
});

describe("POST /v1/metrics", () => {
  it("counts metrics and stores nothing", async () => {
    const metrics = [
      { name: "claude_code.token.usage", sum: { dataPoints: [{ asInt: "9" }] } },
      { name: "b" },
    ];
    const before = await count(ingest.database.db, "event");
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
    expect(await (await post("/v1/metrics", body)).json()).toEqual({});
    expect(
      (await post("/v1/metrics", new Uint8Array([10, 4, 18, 2, 18, 0]), "application/x-protobuf")).status,
    ).toBe(200);
    expect(await count(ingest.database.db, "event")).toBe(before);
    expect(await (await fetch(`${ingest.url}/metrics`)).text()).toContain(
      "baton_ingest_otlp_metrics_total 3",
    );
  });
});
