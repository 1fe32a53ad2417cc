import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase } from "@baton/db/test";
import { claimDeliveries, ensureWorkspace, insertNotificationChannel, settleDelivery } from "@baton/db/write";
import { applyRetention } from "@baton/services/erasure/apply-retention";
import { requestErasure } from "@baton/services/erasure/request-erasure";
import { setRetention } from "@baton/services/erasure/set-retention";
import { createNotification } from "@baton/services/notification/create-notification";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { append, contextHandoff, count, createFolder, select } from "../test/scratch";
import { FileQueue } from "./follow/file-queue";
import { createContext } from "./pipeline/create-context";
import { ingestPaths } from "./pipeline/ingest-paths";
import { RetentionWorker } from "./retention/retention-worker";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await createFolder();
  await mkdir(join(folder.path, "sessions"));
});
afterEach(async () => {
  vi.useRealTimers();
  await folder.remove();
  await database.drop();
});

/** Sets this process's clock, but neither its speed nor the database's clock. */
function setClock(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now });
}

const events = () => count(database.db, "event");
const read = () =>
  ingestPaths({ db: database.db, workspaceId: "w", paths: [folder.path], storesContent: true });

describe("a machine clock set forward and back", () => {
  it("neither duplicates nor loses a line", async () => {
    const file = join(folder.path, "sessions", "s.jsonl");
    let written = 0;
    for (const step of [0, DAY, -DAY, -DAY, HOUR, DAY, -HOUR]) {
      setClock(step);
      // Append one event with its own time, and one that uses the time of the previous line.
      const { timestamp: _, ...timeless } = contextHandoff();
      await append(file, contextHandoff({ timestamp: new Date().toISOString() }), timeless);
      written += 2;
      await read();
      await read();
      expect(await events()).toBe(written);
    }
  });

  it("affects retention only once it is stable, and a clock that was wrong from the start is trusted", async () => {
    const file = join(folder.path, "sessions", "s.jsonl");
    const yesterday = contextHandoff({ timestamp: new Date(Date.now() - DAY).toISOString() });
    await append(file, yesterday);
    await read();
    const actor = { id: null, name: "test" };
    await setRetention(database.db, { workspaceId: "w", days: 30, actor });
    await applyRetention(database.db);
    const [erased, removed]: [string[], string[]] = [[], []];
    const buildWorker = () =>
      new RetentionWorker(createContext({ db: database.db, storesContent: true }), {
        onErased: ({ kind }) => erased.push(kind),
        onRemoved: (workspace) => removed.push(workspace),
        onAuditHead: () => {},
        onFailure: (doing, error) => removed.push(`${doing}: ${error}`),
      });
    const keeper = buildWorker();
    setClock(40 * DAY);
    keeper.start();
    // The second round does what was requested after the first.
    await sleep(100);
    await requestErasure(database.db, { workspaceId: "w", kind: "session", id: "another", actor });
    await expect.poll(() => erased, { timeout: 20_000 }).toEqual(["session"]);
    await keeper.stop();
    await append(file, contextHandoff({ timestamp: yesterday.timestamp }));
    await read();
    expect([await events(), removed]).toEqual([2, []]);

    const believing = buildWorker();
    believing.start();
    await expect.poll(() => removed, { timeout: 20_000 }).toEqual(["w"]);
    await believing.stop();
    expect(await events()).toBe(0);
  });

  it("never shows a file lag below zero, or as large as the clock change", () => {
    const queue = new FileQueue();
    queue.add({
      workspaceId: "w",
      sourceId: 1,
      sourceFileId: 1,
      path: "s.jsonl",
      size: 9,
      readOffset: 0,
      notRead: null,
    });
    for (const step of [-HOUR, DAY]) {
      setClock(step);
      const [lag] = queue.lags();
      expect(lag?.seconds).toBeGreaterThanOrEqual(0);
      expect(lag?.seconds).toBeLessThan(60);
    }
  });
});

describe("a database clock set back by an hour", () => {
  const waits = async () => {
    const [row] = await select(
      database.db,
      z.object({ seconds: z.coerce.number() }),
      "select extract(epoch from due_at - now()) as seconds from notification_delivery",
    );
    return row?.seconds;
  };
  /** Moves the delivery times an hour ahead, as if the database clock had been set back. */
  const setBack = () =>
    database.db.execute(
      `update notification_delivery set due_at = ${later("due_at")}, attempted_at = ${later("attempted_at")}`,
    );
  const later = (column: string) => `(${column} at time zone 'UTC' + interval '1 hour') at time zone 'UTC'`;
  const claim = () => claimDeliveries(database.db, { limit: 10 });

  beforeEach(async () => {
    const { db } = database;
    await ensureWorkspace(db, { workspaceId: "w" });
    const channel = {
      kind: "webhook" as const,
      target: "http://127.0.0.1:1/",
      secret: "s",
      createdBy: "Ann",
    };
    await insertNotificationChannel(db, { workspaceId: "w", ...channel });
    await createNotification(db, {
      workspaceId: "w",
      key: "k",
      kind: "policy.review_requested",
      subject: "Please",
      body: "look",
      page: "policies",
    });
  });

  it("does not delay a notification without a delivery attempt", async () => {
    await setBack();
    // Polls like the delivery worker, because the machine's clock may be set back meanwhile.
    await expect.poll(claim).toHaveLength(1);
  });

  it("keeps a notification reserved while it is being delivered, and releases it soon if the sender died", async () => {
    expect(await claim()).toHaveLength(1);
    await setBack();
    expect(await claim()).toEqual([]);
    expect(await waits()).toBeLessThanOrEqual(60);
    expect(await waits()).toBeGreaterThan(30);
  });

  it("does not delay a retry by an hour", async () => {
    const [delivery] = await claim();
    if (!delivery) throw new Error("it is due");
    await settleDelivery(database.db, delivery, {
      answer: "500",
      duration: 1,
      error: "the receiver responded with 500",
      retryAfter: 120,
    });
    await setBack();
    expect(await claim()).toEqual([]);
    expect(await waits()).toBeLessThanOrEqual(120);
    expect(await waits()).toBeGreaterThan(90);
  });
});
