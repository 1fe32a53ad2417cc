import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase, MIGRATIONS_FOLDER } from "@baton/db/test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { append, contextHandoff, count, createFolder, put } from "../test/scratch";
import type { Environment } from "./env";
import { startIngest } from "./start-ingest";

const PROJECT_ROOT = join(MIGRATIONS_FOLDER, "..", "..", "..");

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

const environment = (overrides: Partial<Environment> = {}): Environment => ({
  DATABASE_URL: database.url,
  BATON_PROJECT_ROOT: PROJECT_ROOT,
  BATON_INGEST_PORT: 0,
  BATON_INGEST_HOST: "127.0.0.1",
  BATON_FOLLOW: [folder.path],
  BATON_REQUESTS_PER_MINUTE: 6_000,
  BATON_STORE_CONTENT: true,
  BATON_URL: "http://127.0.0.1:3000",
  BATON_MAIL_FROM: "baton@localhost",
  BATON_WEBHOOK_NETWORKS: [],
  BATON_LOG_LEVEL: "silent",
  ...overrides,
});

async function get(port: number, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, text: await response.text() };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("it never came about");
    await sleep(50);
  }
}

describe("startIngest", () => {
  it("registers what it is told to follow, reads it, and counts what it did", async () => {
    const token = ["gh", "p_", "x".repeat(36)].join("");
    const path = await put(join(folder.path, "sessions", "s.jsonl"), "");
    await append(path, contextHandoff(), contextHandoff({ audit_note: token }), "not json");
    const ingest = await startIngest(environment());
    try {
      expect(await get(ingest.port, "/healthz")).toEqual({ status: 200, text: '{"status":"ok"}' });
      await until(async () => (await get(ingest.port, "/readyz")).status === 200);
      await until(async () => (await count(database.db, "event")) === 2);
      await until(async () =>
        (await get(ingest.port, "/metrics")).text.includes("baton_ingest_lines_total 3"),
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

  it("waits for a database that is not there yet", async () => {
    const url = new URL(database.url);
    url.pathname = "/not_there_yet";
    const ingest = await startIngest(environment({ DATABASE_URL: url.href }));
    try {
      await sleep(1_500);
      expect((await get(ingest.port, "/healthz")).status).toBe(200);
      expect((await get(ingest.port, "/readyz")).status).toBe(503);
      await database.db.execute("create database not_there_yet");
      await until(async () => (await get(ingest.port, "/readyz")).status === 200);
    } finally {
      await ingest.stop("the test is over");
      await database.db.execute("drop database if exists not_there_yet with (force)");
    }
  });
});

describe("the program", () => {
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const start = (variables: Record<string, string>) =>
    spawn(process.execPath, ["--import", "tsx", program], {
      env: { PATH: process.env.PATH, BATON_PROJECT_ROOT: PROJECT_ROOT, BATON_INGEST_PORT: "0", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });

  it("logs without content, and ends within five seconds of SIGTERM", async () => {
    const path = await put(join(folder.path, "sessions", "s.jsonl"), "");
    await append(path, contextHandoff({ audit_note: "about someone" }), "someone is no json");
    const child = start({ DATABASE_URL: database.url, BATON_FOLLOW: folder.path });
    let log = "";
    child.stdout.on("data", (data) => {
      log += data;
    });
    await until(async () => log.includes("batch committed"));
    const asked = performance.now();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(performance.now() - asked).toBeLessThan(5_000);
    for (const line of log.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ service: "ingest" });
    expect(log).not.toContain("someone");
    expect(await count(database.db, "event")).toBe(1);
  });

  it("says in one sentence what its environment lacks, and not what it holds", async () => {
    const child = start({ DATABASE_URL: "mysql://root:hunter2@db", BATON_INGEST_PORT: "many" });
    let message = "";
    child.stderr.on("data", (data) => {
      message += data;
    });
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(message).toMatch(/DATABASE_URL: begins with postgres:\/\/; BATON_INGEST_PORT: /);
    expect(message).not.toMatch(/hunter2|many/);
  });
});
