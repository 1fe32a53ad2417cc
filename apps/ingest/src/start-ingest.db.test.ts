import { once } from "node:events";
import { symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bundleChildren, type Children } from "../test/children";
import { buildEnvironment, PROJECT_ROOT } from "../test/environment";
import { PATIENCE } from "../test/patience";
import { append, contextHandoff, count, createFolder, put } from "../test/scratch";
import type { Environment } from "./env";
import { startIngest } from "./start-ingest";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
});
afterEach(async () => {
  await folder.remove();
  await database.drop();
});

const environment = (overrides: Partial<Environment> = {}) =>
  buildEnvironment(database.url, { BATON_FOLLOW: [folder.path], ...overrides });

async function get(port: number, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, text: await response.text() };
}

describe("startIngest", () => {
  it("registers the configured folder, imports it, and counts its work", async () => {
    const token = ["gh", "p_", "x".repeat(36)].join("");
    const path = await put(join(folder.path, "sessions", "s.jsonl"), "");
    await append(path, contextHandoff(), contextHandoff({ audit_note: token }), "not json");
    const ingest = await startIngest(environment());
    try {
      expect(await get(ingest.port, "/healthz")).toEqual({ status: 200, text: '{"status":"ok"}' });
      await vi.waitUntil(async () => (await get(ingest.port, "/readyz")).status === 200, PATIENCE);
      await vi.waitUntil(async () => (await count(database.db, "event")) === 2, PATIENCE);
      await vi.waitUntil(
        async () => (await get(ingest.port, "/metrics")).text.includes("baton_ingest_lines_total 3"),
        PATIENCE,
      );
      const { text } = await get(ingest.port, "/metrics");
      for (const line of [
        "baton_ingest_events_total 2",
        "baton_ingest_quarantined_total 1",
        "baton_ingest_masked_secrets_total 1",
        "baton_ingest_failures_total 0",
        'baton_ingest_batch_seconds_bucket{le="+Inf"} 1',
      ]) {
        expect(text).toContain(line);
      }
      expect(text).toMatch(/^baton_ingest_bytes_total [1-9]\d*$/m);
      expect(text).toContain("# TYPE baton_ingest_lag_seconds gauge");
    } finally {
      await ingest.stop("the test is over");
    }
    await expect(get(ingest.port, "/healthz")).rejects.toThrow();
  });

  it("follows a folder that appears after the start, by its real path", async () => {
    await symlink(folder.path, `${folder.path}-link`);
    const later = join(`${folder.path}-link`, "projects", "later");
    const ingest = await startIngest(environment({ BATON_FOLLOW: [later] }));
    try {
      await vi.waitUntil(async () => (await get(ingest.port, "/readyz")).status === 200, PATIENCE);
      expect(await count(database.db, "source")).toBe(1);
      await sleep(200);
      await append(await put(join(later, "sessions", "s.jsonl"), ""), contextHandoff());
      await vi.waitUntil(async () => (await count(database.db, "event")) === 1, PATIENCE);
      const { rows: paths } = await database.db.execute("select root from source");
      expect([...paths]).toEqual([{ root: join(folder.path, "projects", "later") }]);
      expect((await get(ingest.port, "/metrics")).text).toContain("baton_ingest_failures_total 0");
    } finally {
      await ingest.stop("the test is over");
      await unlink(`${folder.path}-link`);
    }
  });

  it("waits for a database that does not exist yet", async () => {
    const url = new URL(database.url);
    url.pathname = "/not_there_yet";
    const ingest = await startIngest(environment({ DATABASE_URL: url.href }));
    try {
      await sleep(1_500);
      expect((await get(ingest.port, "/healthz")).status).toBe(200);
      expect((await get(ingest.port, "/readyz")).status).toBe(503);
      await database.db.execute("create database not_there_yet");
      await vi.waitUntil(async () => (await get(ingest.port, "/readyz")).status === 200, PATIENCE);
    } finally {
      await ingest.stop("the test is over");
      await database.db.execute("drop database if exists not_there_yet with (force)");
    }
  });
});

describe("the ingest program", () => {
  let children: Children;
  beforeAll(async () => {
    children = await bundleChildren("../src/main.ts");
  });
  afterAll(() => children.remove());
  const start = (variables: Record<string, string>) =>
    children.start([], { BATON_PROJECT_ROOT: PROJECT_ROOT, BATON_INGEST_PORT: "0", ...variables });

  it("logs no content, and exits within five seconds of SIGTERM", async () => {
    const path = await put(join(folder.path, "sessions", "s.jsonl"), "");
    await append(path, contextHandoff({ audit_note: "about someone" }), "someone is no json");
    const child = start({ DATABASE_URL: database.url, BATON_FOLLOW: folder.path });
    await vi.waitUntil(() => child.output().printed.includes("batch committed"), PATIENCE);
    const asked = performance.now();
    child.process.kill("SIGTERM");
    expect(await once(child.process, "exit")).toEqual([0, null]);
    expect(performance.now() - asked).toBeLessThan(5_000);
    const log = child.output().printed;
    for (const line of log.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ service: "ingest" });
    expect(log).not.toContain("someone");
    expect(await count(database.db, "event")).toBe(1);
  });

  it("exits with the reason if a newer version has migrated the database", async () => {
    await database.db.execute("update drizzle.__drizzle_migrations set created_at = created_at + 1000");
    const child = start({ DATABASE_URL: database.url });
    expect(await once(child.process, "close")).toEqual([1, null]);
    expect(child.output().failures).toContain("A newer version of Baton has migrated the database");
  });

  it("names missing settings in one sentence, without their values", async () => {
    const child = start({ DATABASE_URL: "mysql://root:hunter2@db", BATON_INGEST_PORT: "many" });
    expect(await once(child.process, "close")).toEqual([1, null]);
    const message = child.output().failures;
    expect(message).toMatch(/DATABASE_URL: must begin with postgres:\/\/; BATON_INGEST_PORT: /);
    expect(message).not.toMatch(/hunter2|many/);
  });
});
