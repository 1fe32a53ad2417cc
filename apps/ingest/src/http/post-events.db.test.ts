import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { revokeApiKey } from "@baton/db";
import { deleteWorkspace, ensureWorkspace } from "@baton/db/write";
import { requestReplay } from "@baton/services/quarantine/request-replay";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { PATIENCE } from "../../test/patience";
import { ndjson, postEvents, type RunningIngest, runIngest } from "../../test/running-ingest";
import { append, contextHandoff, count, createFolder, put, select } from "../../test/scratch";
import { createContext } from "../pipeline/create-context";
import { ingestPaths } from "../pipeline/ingest-paths";
import { carryOutReplays } from "../replay/replayer";

let ingest: RunningIngest;
beforeAll(async () => {
  ingest = await runIngest();
});
afterAll(() => ingest.remove());

const event = (fields: Record<string, unknown> = {}) => contextHandoff({ session_id: "s1", ...fields });
const post = (body: Parameters<typeof postEvents>[1], headers?: Record<string, string>) =>
  postEvents(ingest, body, headers);
async function postStream(token: string, body: ReadableStream<Uint8Array>) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  const response = await fetch(`${ingest.url}/v1/events`, init);
  return z.object({ status: z.number(), code: z.string() }).parse(await response.json());
}
const counts = (fields: Record<string, number>) => ({
  lines: 0,
  events: 0,
  duplicates: 0,
  quarantined: 0,
  masked_secrets: 0,
  ...fields,
});

describe("POST /v1/events", () => {
  it("stores NDJSON, and returns the counts after the commit", async () => {
    const before = await count(ingest.database.db, "event");
    const { status, json } = await post(ndjson(event(), "", event({ session_id: "s2" })));
    expect({ status, json }).toEqual({ status: 200, json: counts({ lines: 3, events: 2 }) });
    expect(await count(ingest.database.db, "event")).toBe(before + 2);
    expect(await count(ingest.database.db, "session where session_id = 's2' and handoff_count = 1")).toBe(1);
  });

  it("accepts a JSON array over several lines, and gzip", async () => {
    const array = JSON.stringify([event(), event()], null, 2);
    expect(await post(array, { "content-type": "application/json; charset=utf-8" })).toMatchObject({
      status: 200,
      json: counts({ lines: 2, events: 2 }),
    });
    const packed = new Uint8Array(gzipSync(ndjson(event())));
    expect(await post(packed, { "content-encoding": "gzip" })).toMatchObject({
      status: 200,
      json: counts({ lines: 1, events: 1 }),
    });
    expect(await post("[]", { "content-type": "application/json" })).toMatchObject({
      status: 200,
      json: counts({}),
    });
    expect(await post("")).toMatchObject({ status: 200, json: counts({}) });
  });

  it("quarantines and names invalid lines, and stores the others", async () => {
    const text = ndjson(
      event(),
      "{broken",
      "[1]",
      event({ session_id: undefined }),
      event({ timestamp: "1999-01-01" }),
    );
    const { status, json } = await post(`${text}${"[".repeat(300)}\n`);
    expect(status).toBe(200);
    expect(json).toMatchObject(counts({ lines: 6, events: 1, quarantined: 5 }));
    expect(json.results).toMatchObject([
      { line: 2, status: 422, code: "not_json" },
      { line: 3, status: 422, code: "not_an_event" },
      { line: 4, status: 422, code: "no_session", detail: "it has no session_id" },
      { line: 5, status: 422, code: "bad_timestamp" },
      { line: 6, status: 422, code: "too_deep" },
    ]);
    const rows = await select(
      ingest.database.db,
      z.object({ path: z.string(), code: z.string(), text: z.string() }),
      `select path, code, text from quarantined_line join source_file using (workspace_id, source_file_id)
       where code in ('not_json', 'no_session') order by sequence`,
    );
    expect(rows).toMatchObject([{ code: "not_json", text: "{broken" }, { code: "no_session" }]);
    expect(rows[0]?.path).toBe(`http:${ingest.key.prefix}/v1/events`);
  });

  it("reports an invalid array element like an invalid line", async () => {
    const body = `[${JSON.stringify(event())}, {"event_type": }, "a \\" ] text", ${JSON.stringify(event())}]`;
    const { status, json } = await post(body, { "content-type": "application/json" });
    expect(status).toBe(200);
    expect(json).toMatchObject(counts({ lines: 4, events: 2, quarantined: 2 }));
    expect(json.results).toMatchObject([
      { line: 2, code: "not_json" },
      { line: 3, code: "not_an_event" },
    ]);
  });

  it("masks secrets before it stores anything", async () => {
    const secret = ["gh", "p_", "x7Kq".repeat(9)].join("");
    const { json } = await post(ndjson(event({ audit_note: secret }), `broken ${secret}`));
    expect(json).toMatchObject(counts({ lines: 2, events: 1, quarantined: 1, masked_secrets: 2 }));
    const own = await post(ndjson(event({ audit_note: `the key is ${ingest.token}` })));
    expect(own.json).toMatchObject({ masked_secrets: 1 });
    expect(await count(ingest.database.db, "event where text like '%x7Kqx7Kq%'")).toBe(0);
    expect(await count(ingest.database.db, `event where text like '%${ingest.token.slice(-64)}%'`)).toBe(0);
    expect(await count(ingest.database.db, "quarantined_line where text like '%x7Kqx7Kq%'")).toBe(0);
  });

  it("counts an event once that is both followed and posted, in either order", async () => {
    const folder = await createFolder();
    const [tailedFirst, postedFirst] = [event({ session_id: "both" }), event({ session_id: "both" })];
    const path = await put(`${folder.path}/sessions/both.jsonl`, "");
    const options = { db: ingest.database.db, workspaceId: "default", paths: [path], storesContent: true };
    await append(path, tailedFirst);
    await ingestPaths(options);
    expect((await post(ndjson(tailedFirst, postedFirst))).json).toEqual(
      counts({ lines: 2, events: 1, duplicates: 1 }),
    );
    await append(path, postedFirst);
    await ingestPaths(options);
    await folder.remove();
    expect(await count(ingest.database.db, "event where session_id = 'both'")).toBe(4);
    expect(await count(ingest.database.db, "event where session_id = 'both' and duplicate_of is null")).toBe(
      2,
    );
    expect(await count(ingest.database.db, "handoff where session_id = 'both'")).toBe(2);
  });

  it("uses the previous event's time, or the request's, for an event without a time", async () => {
    await post(ndjson(event({ timestamp: "2026-01-05T10:00:00Z" })));
    const generic = { event_type: "note", session_id: "timeless" };
    await post(ndjson(generic, event({ timestamp: "2026-01-06T10:00:00Z" }), generic));
    const rows = await select(
      ingest.database.db,
      z.object({ at: z.string() }),
      "select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as at from event where session_id = 'timeless' order by sequence",
    );
    expect(rows.map(({ at }) => at)).toEqual([new Date().toISOString().slice(0, 10), "2026-01-06"]);
  });

  it("stores the events of each API key in its own source", async () => {
    const other = await ingest.buildKey();
    await postEvents({ url: ingest.url, token: other.token }, ndjson(event()));
    await postEvents({ url: ingest.url, token: other.token }, ndjson(event()));
    const rows = await select(
      ingest.database.db,
      z.object({ kind: z.string(), root: z.string(), lines: z.coerce.number(), lag: z.coerce.number() }),
      `select kind, root, line_count as lines, file_size - read_offset as lag from source
       join source_file using (workspace_id, source_id) where root = 'http:${other.key.prefix}'`,
    );
    expect(rows).toEqual([{ kind: "http", root: `http:${other.key.prefix}`, lines: 2, lag: 0 }]);
  });

  it("creates partitions for new months", async () => {
    const months = ["2019-03-01T00:00:00Z", "2019-04-01T00:00:00Z"];
    const { json } = await post(ndjson(...months.map((timestamp) => event({ timestamp }))));
    expect(json).toEqual(counts({ lines: 2, events: 2 }));
  });
});

describe("an idempotency key", () => {
  const withKey = (key: string) => ({ "idempotency-key": key });

  it("stores a batch once, and returns the same response each time", async () => {
    // These lines have no identity: without the idempotency key they would be stored again.
    const body = ndjson({ event_type: "note", session_id: "once" }, "broken");
    const first = await post(body, withKey('"batch-1"'));
    expect(first).toMatchObject({ status: 200, json: counts({ lines: 2, events: 1, quarantined: 1 }) });
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await Promise.all(Array.from({ length: 20 }, () => post(body, withKey("batch-1"))));
    for (const answer of again) {
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: first.json });
      expect(answer.headers.get("idempotent-replayed")).toBe("true");
    }
    expect(await count(ingest.database.db, "event where session_id = 'once'")).toBe(1);
    await post(body);
    expect(await count(ingest.database.db, "event where session_id = 'once'")).toBe(2);
  });

  it("stores a batch once or not at all under concurrent requests", async () => {
    const body = ndjson({ event_type: "note", session_id: "at-once" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, withKey("batch-2"))));
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
    expect(await count(ingest.database.db, "event where session_id = 'at-once'")).toBe(1);
  });

  it("belongs to one batch and one API key", async () => {
    const body = ndjson({ event_type: "note", session_id: "named" });
    await post(body, withKey("batch-3"));
    expect(await post(ndjson(event()), withKey("batch-3"))).toMatchObject({
      status: 422,
      json: { code: "idempotency_key_reused", status: 422 },
    });
    const other = await ingest.buildKey();
    const sender = { url: ingest.url, token: other.token };
    expect(await postEvents(sender, body, withKey("batch-3"))).toMatchObject({ status: 200 });
    expect(await count(ingest.database.db, "event where session_id = 'named'")).toBe(2);
  });

  it("expires after seven days, and has at most 255 characters", async () => {
    const body = ndjson({ event_type: "note", session_id: "late" });
    await post(body, withKey("batch-4"));
    await ingest.database.db.execute(
      "update posted_batch set posted_at = now() - interval '8 days' where idempotency_key = 'batch-4'",
    );
    await post(ndjson(event()), withKey("batch-5"));
    expect(await count(ingest.database.db, "posted_batch where idempotency_key = 'batch-4'")).toBe(0);
    for (const key of ["k".repeat(256), "a b", '""']) {
      expect(await post(body, withKey(key))).toMatchObject({
        status: 400,
        json: { code: "bad_idempotency_key" },
      });
    }
  });
});

describe("POST /v1/events, on refusal,", () => {
  const posting = (token: string) => postEvents({ url: ingest.url, token }, ndjson(event()));
  const problem = (status: number, code: string) => ({
    status,
    json: { type: `urn:baton:problem:${code}`, status, code },
  });

  it("returns problem details", async () => {
    const { headers, json } = await posting("nonsense");
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(json).toEqual({
      type: "urn:baton:problem:unknown_key",
      title: "Unauthorized",
      status: 401,
      code: "unknown_key",
      detail: "Invalid API key. Create one in Baton, under Settings → API keys.",
    });
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("names a missing, unknown or insufficient API key", async () => {
    const response = await fetch(`${ingest.url}/v1/events`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="baton"');
    const reader = await ingest.buildKey({ scopes: ["read", "evaluate"] });
    expect(await posting(reader.token)).toMatchObject(problem(403, "wrong_scope"));
    const expired = await ingest.buildKey({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await posting(expired.token)).toMatchObject(problem(401, "expired_key"));
    const revoked = await ingest.buildKey();
    expect(await posting(revoked.token)).toMatchObject({ status: 200 });
    await revokeApiKey(ingest.database.db, { workspaceId: "default", keyId: revoked.key.keyId });
    expect(await posting(revoked.token)).toMatchObject(problem(401, "revoked_key"));
  });

  it("stores nothing in a workspace that is being deleted", async () => {
    const workspaceId = "doomed";
    await ensureWorkspace(ingest.database.db, { workspaceId });
    const { token } = await ingest.buildKey({ workspaceId });
    expect(await posting(token)).toMatchObject({ status: 200 });
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => posting(token))),
      sleep(20).then(() => deleteWorkspace(ingest.database.db, { workspaceId })),
    ]);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(await posting(token)).toMatchObject(problem(401, "unknown_key"));
    for (const table of ["event", "source_file", "source", "session", "posted_batch"]) {
      expect(await count(ingest.database.db, `${table} where workspace_id = '${workspaceId}'`)).toBe(0);
    }
  });

  it.each([
    [{ "content-type": "text/plain" }, ndjson(event()), 415, "unsupported_type"],
    [{ "content-encoding": "br" }, ndjson(event()), 415, "unsupported_coding"],
    [{ "content-encoding": "gzip" }, ndjson(event()), 400, "damaged_body"],
    [{ "content-type": "application/json" }, JSON.stringify(event()), 400, "not_an_array"],
    [{ "content-type": "application/json" }, "[{}", 400, "not_an_array"],
    [{ "content-type": "application/json" }, "[{}] x", 400, "not_an_array"],
    [{}, "x".repeat(17 * 1024 * 1024), 413, "body_too_large"],
    [{}, "1\n".repeat(50_001), 413, "too_many_lines"],
  ])("rejects unsupported types and sizes: %j", async (headers, body, status, code) => {
    expect(await post(body, headers)).toMatchObject(problem(status, code));
  });

  it("rejects a truncated gzip body", async () => {
    const packed = gzipSync(ndjson(event(), event()));
    const cut = new Uint8Array(packed.subarray(0, packed.length - 12));
    expect(await post(cut, { "content-encoding": "gzip" })).toMatchObject(problem(400, "damaged_body"));
  });

  it("rejects an API key revoked before the body is complete", async () => {
    const { token, key } = await ingest.buildKey();
    const text = ndjson(event({ session_id: "came-late" }));
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encoder.encode(text.slice(0, 1)));
        await sleep(400);
        await revokeApiKey(ingest.database.db, { workspaceId: "default", keyId: key.keyId });
        controller.enqueue(encoder.encode(text.slice(1)));
        controller.close();
      },
    });
    expect(await postStream(token, body)).toMatchObject({ status: 401, code: "revoked_key" });
    expect(await count(ingest.database.db, "event where session_id = 'came-late'")).toBe(0);
  });

  it("accepts a body in chunks of one byte", async () => {
    const { token } = await ingest.buildKey();
    const { port } = new URL(ingest.url);
    const socket = connect(Number(port), "127.0.0.1");
    const head = [
      "POST /v1/events HTTP/1.1",
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${token}`,
      "content-type: application/x-ndjson",
      "transfer-encoding: chunked",
      "connection: close",
      "",
      "",
    ];
    socket.on("error", () => {});
    socket.write(`${head.join("\r\n") + "1\r\n\n\r\n".repeat(20_000)}0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("is described by a valid OpenAPI document that lists every route", async () => {
    const text = await (await fetch(`${ingest.url}/openapi.json`)).text();
    expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(Object.keys(JSON.parse(text).paths)).toEqual([
      "/v1/events",
      "/v1/traces",
      "/v1/logs",
      "/v1/metrics",
      "/healthz",
      "/readyz",
      "/metrics",
    ]);
  });

  it("returns 404 or 405 for an unknown path or method", async () => {
    expect((await fetch(`${ingest.url}/v1/events`)).status).toBe(405);
    expect((await fetch(`${ingest.url}/v2/events`, { method: "POST" })).status).toBe(404);
  });

  it("quarantines a line of more than 8 MiB, like one in a file", async () => {
    const { status, json } = await post(ndjson("x".repeat(9 * 1024 * 1024), event()));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...counts({ lines: 2, events: 1, quarantined: 1 }),
      results: [{ code: "too_long" }],
    });
  });
});

describe("the rate limit", () => {
  it("applies per API key, and returns Retry-After in seconds", async () => {
    const strict = await runIngest({ BATON_REQUESTS_PER_MINUTE: 12 });
    try {
      const statuses = [];
      for (let count = 0; count < 3; count++)
        statuses.push((await postEvents(strict, ndjson(event()))).status);
      expect(statuses).toEqual([200, 200, 429]);
      const refused = await postEvents(strict, ndjson(event()));
      expect(refused.json).toMatchObject({ status: 429, code: "too_many_requests" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
      const { token } = await strict.buildKey();
      expect(await postEvents({ url: strict.url, token }, ndjson(event()))).toMatchObject({ status: 200 });
    } finally {
      await strict.remove();
    }
  });
});

describe("a stopping process", () => {
  it("completes open requests, and refuses new ones", async () => {
    const stopped = await runIngest();
    await stopped.database.db
      .transaction(async (tx) => {
        await tx.execute("lock table event in access exclusive mode");
        const answers = Promise.all([1, 2, 3].map(() => postEvents(stopped, ndjson(event()))));
        const begun = async () =>
          /requests_open 3/.test(await (await fetch(`${stopped.url}/metrics`)).text());
        await vi.waitUntil(begun, PATIENCE);
        const stopping = stopped.stop();
        await expect(postEvents(stopped, ndjson(event()))).rejects.toThrow();
        return { answers, stopping };
      })
      .then(async ({ answers, stopping }) => {
        for (const { status } of await answers) expect(status).toBe(200);
        await stopping;
      });
    expect(await count(stopped.database.db, "event")).toBe(3);
    await stopped.database.drop();
  });
});

describe("a posted source", () => {
  it("keeps a quarantined line without a session in quarantine on replay", async () => {
    const { token, key } = await ingest.buildKey();
    await postEvents({ url: ingest.url, token }, ndjson({ event_type: "note", event_id: "nowhere" }));
    const own = `quarantined_line join source_file using (workspace_id, source_file_id) where path like 'http:${key.prefix}%'`;
    expect(await count(ingest.database.db, own)).toBe(1);
    await ingest.database.db.transaction((tx) =>
      requestReplay(tx, {
        workspaceId: "default",
        actor: { id: "u1", name: "Ada" },
        selection: { code: "no_session" },
      }),
    );
    await carryOutReplays(createContext({ db: ingest.database.db, storesContent: true }));
    expect(await count(ingest.database.db, own)).toBe(1);
    expect(await count(ingest.database.db, "event where identity = 'nowhere'")).toBe(0);
  });

  it("is not treated as a file that a follower would look for on disk", async () => {
    const folder = await createFolder();
    await put(`${folder.path}/sessions/f.jsonl`, ndjson(event()));
    const before = await count(ingest.database.db, "source_file where state = 'gone'");
    await ingestPaths({
      db: ingest.database.db,
      workspaceId: "default",
      paths: [folder.path],
      storesContent: true,
    });
    await folder.remove();
    expect(await count(ingest.database.db, "source_file where state = 'gone'")).toBe(before);
  });
});

describe("GET /metrics", () => {
  it("counts requests by path and status", async () => {
    await post("x", { "content-type": "text/plain" });
    const text = await (await fetch(`${ingest.url}/metrics`)).text();
    expect(text).toMatch(/baton_ingest_http_requests_total\{address="\/v1\/events",code="200"\} [1-9]/);
    expect(text).toMatch(/baton_ingest_http_requests_total\{address="\/v1\/events",code="415"\} [1-9]/);
    expect(text).toContain("baton_ingest_http_requests_open 0");
    expect(text).toContain("baton_ingest_http_held_bytes 0");
    expect(text).toMatch(/baton_ingest_http_request_seconds_count\{address="\/v1\/events"\} [1-9]/);
  });
});
