import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { sizeOfRun } from "@baton/core/test/soak";
import { createApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleHttpChildren, type HttpChild, type HttpChildren } from "../../test/http-children";
import { contextHandoff, count } from "../../test/scratch";

const CONNECTIONS = 200;
const BOMBS = sizeOfRun({ suite: 3, soak: 16 });
/** Limit of the whole process; the idle program uses a quarter of it. */
const MAX_MEBIBYTES = 400;
/** Fifty such bodies at a time, as sent here, would need as much memory as the whole process may use. */
const BODY_BYTES = 8 * 1024 * 1024;

let children: HttpChildren;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let token: string;
beforeAll(async () => {
  children = await bundleHttpChildren();
});
afterAll(() => children.remove());
beforeEach(async () => {
  database = await createTestDatabase();
  await ensureWorkspace(database.db, { workspaceId: "w" });
  const made = await createApiKey(database.db, {
    workspaceId: "w",
    name: "sender",
    scopes: ["ingest"],
    createdBy: "test",
    expiresAt: null,
  });
  token = made.token;
});
afterEach(() => database.drop());

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Sends a request.
 * @returns null if the connection ended without a response.
 */
function post(
  { port }: HttpChild,
  body: Buffer,
  { path = "/v1/events", ...headers }: Record<string, string> = {},
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      path,
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/x-ndjson",
        "content-length": body.length,
        ...headers,
      },
    });
    // Sending the rest of the request may fail; the response still counts.
    outgoing.on("error", () => resolve(null));
    outgoing.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      response.on("error", () => {}).resume();
    });
    outgoing.end(body);
  });
}

/** Builds a gzip bomb: each member decompresses from a hundred thousand bytes to 100 MiB of zeros. */
function buildBomb(members: number): Buffer {
  const member = gzipSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });
  return Buffer.concat(Array.from({ length: members }, () => member));
}

let made = 0;

function buildEvent(): { id: string; body: Buffer } {
  made += 1;
  const id = `event-${made}`;
  return { id, body: Buffer.from(`${JSON.stringify(contextHandoff({ session_id: "s", event_id: id }))}\n`) };
}

const event = () => buildEvent().body;

describe("overload protection", () => {
  it("refuses bodies of 10 MB that decompress to 10 GB, several at a time, within its memory limit", async () => {
    const child = await children.start(database.url);
    const bomb = buildBomb(100);
    expect(bomb.length).toBeGreaterThan(9_000_000);
    const before = await child.readPeak();
    const answers = await Promise.all(
      Array.from({ length: BOMBS }, () => post(child, bomb, { "content-encoding": "gzip" })),
    );
    for (const answer of answers) expect([413, 503]).toContain(answer?.status);
    expect(answers.map((answer) => answer?.status)).toContain(413);
    const peak = await child.readPeak();
    console.info(`${BOMBS} bombs: ${Math.round(before)} MiB before, ${Math.round(peak)} MiB at the most`);
    expect(peak).toBeLessThan(MAX_MEBIBYTES);
    expect(await post(child, event())).toMatchObject({ status: 200 });
    await child.kill();
  }, 120_000);

  it("would fail this test if it decompressed the whole body", async () => {
    const child = await children.start(database.url, "greedy");
    await post(child, buildBomb(5), { path: "/greedy" });
    expect(await child.readPeak()).toBeGreaterThan(MAX_MEBIBYTES);
    await child.kill();
  }, 120_000);

  it("refuses requests with Retry-After while the database is slow, and recovers soon after", async () => {
    const child = await children.start(database.url);
    const padding = Buffer.alloc(BODY_BYTES, " ");
    await post(child, event());
    let isSlow = true;
    const slowness = database.db
      .transaction(async (tx) => {
        await tx.execute(sql`lock table event in access exclusive mode`);
        await sleep(sizeOfRun({ suite: 2_500, soak: 40_000 }));
      })
      .finally(() => {
        isSlow = false;
      });
    const statuses = new Map<number | null, number>();
    const acknowledged: string[] = [];
    const senders = Array.from({ length: CONNECTIONS }, async (_, sender) => {
      while (isSlow) {
        const { id, body } = buildEvent();
        const answer = await post(child, sender % 4 === 0 ? Buffer.concat([body, padding]) : body);
        if (answer?.status === 200) acknowledged.push(id);
        statuses.set(answer?.status ?? null, (statuses.get(answer?.status ?? null) ?? 0) + 1);
        if (answer?.status === 503 || answer?.status === 429) expect(answer.retryAfter).toMatch(/^[1-9]\d*$/);
        await sleep(100);
      }
    });
    await Promise.all([slowness, ...senders]);
    const released = performance.now();
    while ((await post(child, event()))?.status !== 200) await sleep(100);
    const recovery = performance.now() - released;
    const peak = await child.readPeak();
    console.info(
      `${CONNECTIONS} connections on a slow database: ${JSON.stringify([...statuses])}, ${Math.round(peak)} MiB, back after ${Math.round(recovery)} ms`,
    );
    for (const status of statuses.keys()) expect([200, 413, 429, 503]).toContain(status);
    expect(statuses.get(503)).toBeGreaterThan(0);
    expect(peak).toBeLessThan(MAX_MEBIBYTES);
    expect(recovery).toBeLessThan(10_000);
    // Aborted batches may be stored, acknowledged ones must be.
    const named = acknowledged.map((id) => `'${id}'`).join(", ") || "''";
    expect(await count(database.db, `handoff where event_id in (${named})`)).toBe(acknowledged.length);
    const metrics = await (await fetch(`http://127.0.0.1:${child.port}/metrics`)).text();
    expect(metrics).toContain("baton_ingest_http_requests_open 0");
    expect(metrics).toContain("baton_ingest_http_held_bytes 0");
    await child.kill();
  }, 300_000);

  it("refuses every request while the database is unavailable", async () => {
    const url = new URL(database.url);
    url.port = "1";
    const child = await children.start(url.href);
    expect(await post(child, event())).toEqual({ status: 503, retryAfter: "2" });
    await child.kill();
  }, 60_000);
});
