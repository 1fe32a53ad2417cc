import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ensurePartitions,
  getHandoff,
  getLine,
  listLinesBefore,
  listSessionErrors,
  listStoredRecords,
  openColdStore,
} from "@baton/db";
import { auditLog, coldFile, event, handoff, handoffOutline, session } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { deleteWorkspace, insertColdFile, listWarmDays } from "@baton/db/write";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readOriginal } from "../compaction/read-original";
import { applyRetention } from "../erasure/apply-retention";
import { requestErasure } from "../erasure/request-erasure";
import { runErasures } from "../erasure/run-erasures";
import { setRetention } from "../erasure/set-retention";
import { moveDay } from "./move-day";
import { moveMonth } from "./move-month";
import { removeColdFiles } from "./remove-cold-files";
import { restoreMonth } from "./restore-month";
import { verifyColdFiles } from "./verify-cold-files";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: string;
let workspaceId: string;
let sourceFileId: number;

const actor = { id: "u1", name: "An admin" };
const MONTH = "2026-03";

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), "baton-cold-test-"));
  vi.stubEnv("BATON_COLD_STORE", store);
  workspaceId = await buildWorkspace(database.db);
  sourceFileId = await buildSourceFile(database.db, workspaceId);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(store, { recursive: true });
});

/** Stores a handoff with its line, outline and captured content. */
async function storeHandoff(
  sequence: number,
  occurredAt: Date,
  more: Partial<typeof event.$inferInsert> = {},
) {
  const { db } = database;
  await ensurePartitions(db, [occurredAt]);
  const sessionId = more.sessionId ?? "s1";
  const place = { workspaceId, occurredAt, sourceFileId, generation: 0, sequence, ordinal: 0 };
  const text = more.text ?? JSON.stringify({ n: sequence, said: "Überweisung “x” \\u0000 €😀\n" });
  await db.insert(event).values({
    ...place,
    eventType: "context_handoff",
    hasContent: true,
    isError: true,
    lineNumber: sequence + 1,
    byteLength: text.length,
    sha256: "ab".repeat(32),
    ...more,
    sessionId,
    text,
  });
  const ends = { fromAgent: "planner", toAgent: "coder", kind: "context" as const };
  await db.insert(handoff).values({ ...place, ...ends, eventId: `e${sequence}`, sessionId });
  await db.insert(handoffOutline).values({
    ...place,
    eventId: `e${sequence}`,
    entries: [{ path: "a.b", tokens: 3 }],
    isTruncated: false,
    agents: ["planner", 'a "quoted" one'],
    content: JSON.stringify({ before: { a: { b: sequence } }, after: {} }),
  });
  await db
    .insert(session)
    .values({ workspaceId, sessionId, format: "session", startedAt: occurredAt, lastEventAt: occurredAt })
    .onConflictDoNothing();
}

async function storeMonth(): Promise<void> {
  await storeHandoff(0, new Date("2026-03-02T00:00:00.000Z"));
  await storeHandoff(1, new Date("2026-03-02T23:59:59.999Z"));
  await storeHandoff(2, new Date("2026-03-20T12:00:00.123Z"), { sessionId: "s2" });
}

/** Everything that pages read of the month. */
async function readPages() {
  const { db } = database;
  const place = { workspaceId, sourceFileId, generation: 0 };
  const since = new Date("2026-03-01T00:00:00Z");
  const until = new Date("2026-04-01T00:00:00Z");
  return {
    handoffs: await Promise.all(
      [0, 1].map((n) => getHandoff(db, { workspaceId, sessionId: "s1", eventId: `e${n}` })),
    ),
    line: await getLine(db, { ...place, sequence: 2 }),
    before: await listLinesBefore(db, { ...place, sequence: 2 }, 10),
    errors: await listSessionErrors(db, { workspaceId, sessionId: "s1" }, { maxBytes: 70 }),
    records: await listStoredRecords(db, { workspaceId, since, until, cursor: null }),
  };
}

/** Texts that are left in the database. */
async function countTexts(): Promise<number> {
  return (
    (await database.db.$count(event, sql`workspace_id = ${workspaceId} and text is not null`)) +
    (await database.db.$count(handoffOutline, sql`workspace_id = ${workspaceId} and content is not null`))
  );
}

async function listFiles(): Promise<string[]> {
  const entries = await readdir(store, { recursive: true });
  return entries.filter((name) => /\.(parquet|part|duckdb)$/.test(name)).sort();
}

const move = () => moveMonth(database.db, { workspaceId, month: MONTH });

describe("moveMonth", () => {
  it("moves texts to files, and pages read the same", async () => {
    await storeMonth();
    const before = await readPages();
    expect(before.handoffs[0]?.outline?.content).toContain('"b":0');
    expect(await move()).toMatchObject({ rowCount: 6, fileCount: 4 });
    expect(await countTexts()).toBe(0);
    expect(await listFiles()).toHaveLength(4);
    expect(await readPages()).toEqual(before);
    expect((await verifyColdFiles(database.db, { workspaceId })).differences).toEqual([]);
    const entries = await database.db
      .select({ subject: auditLog.subject })
      .from(auditLog)
      .where(and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.action, "cold.move")));
    expect(entries.map(({ subject }) => subject)).toEqual(["2026-03-02", "2026-03-20"]);
  });

  it("moves lines that arrived later to files of their own, once", async () => {
    await storeMonth();
    await move();
    await storeHandoff(3, new Date("2026-03-20T13:00:00Z"), { sessionId: "s2" });
    expect(await move()).toMatchObject({ rowCount: 2, fileCount: 2 });
    expect(await move()).toMatchObject({ rowCount: 0, fileCount: 0 });
    expect(await countTexts()).toBe(0);
    expect((await verifyColdFiles(database.db, { workspaceId })).differences).toEqual([]);
    expect((await readPages()).records.records).toHaveLength(4);
  });

  it("refuses a month that is not over", async () => {
    const month = new Date().toISOString().slice(0, 7);
    await expect(moveMonth(database.db, { workspaceId, month })).rejects.toThrow("is not over");
  });

  it("changes nothing if the store returns another content", async () => {
    await storeMonth();
    const before = await readPages();
    const broken = {
      address: "broken",
      write: async () => {},
      open: async () => {
        const file = join(store, "other");
        await writeFile(file, "other");
        return file;
      },
      remove: async () => {},
    };
    const day = { workspaceId, day: "2026-03-02" };
    await expect(moveDay(database.db, broken, day)).rejects.toThrow("Nothing moved");
    expect(await readPages()).toEqual(before);
    await removeColdFiles(database.db);
    expect(await database.db.$count(coldFile, eq(coldFile.workspaceId, workspaceId))).toBe(0);
  });

  it("starts again if a row changes meanwhile, and the file has the new text", async () => {
    await storeMonth();
    const folder = openColdStore();
    let isChanged = false;
    const meddling = {
      address: folder.address,
      open: (path: string) => folder.open(path),
      remove: (path: string) => folder.remove(path),
      write: async (path: string, file: string) => {
        await folder.write(path, file);
        if (isChanged) return;
        isChanged = true;
        const isSecond = sql`workspace_id = ${workspaceId} and sequence = 1`;
        await database.db.execute(sql`update event set text = 'new' where ${isSecond}`);
      },
    };
    await moveDay(database.db, meddling, { workspaceId, day: "2026-03-02" });
    await removeColdFiles(database.db);
    expect(await listFiles()).toHaveLength(2);
    expect(
      await listLinesBefore(database.db, { workspaceId, sourceFileId, generation: 0, sequence: 2 }, 1),
    ).toEqual(["new"]);
  });

  it("lets the comparison of a compaction pass over lines that cannot be read", async () => {
    await storeMonth();
    await move();
    await rm(store, { recursive: true });
    const place = { workspaceId, sourceFileId, generation: 0, sequence: 2 };
    const compaction = { ...place, summary: "It was read." };
    await expect(listLinesBefore(database.db, place, 10)).rejects.toThrow("is missing");
    expect(await readOriginal(database.db, compaction, { format: "claude-code", problem: null })).toBeNull();
    await mkdir(store);
  });

  it("continues after a kill: the half written file is deleted, and the day moves again", async () => {
    await storeMonth();
    const left = await insertColdFile(database.db, { workspaceId, table: "event", day: "2026-03-02" });
    await move();
    const states = await database.db
      .select({ state: coldFile.state, fileId: coldFile.fileId })
      .from(coldFile)
      .where(eq(coldFile.workspaceId, workspaceId));
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["stored"]));
    expect(states.map(({ fileId }) => fileId)).not.toContain(left.fileId);
  });
});

describe("a file that is missing or changed", () => {
  it("is named by verify and by the page of a handoff, which shows the rest", async () => {
    await storeMonth();
    await move();
    const [first = ""] = (await listFiles()).filter((name) => name.includes("event/2026-03/2026-03-02"));
    const bytes = await readFile(join(store, first));
    bytes[50] = (bytes[50] ?? 0) ^ 255;
    await writeFile(join(store, first), bytes);
    const found = await getHandoff(database.db, { workspaceId, sessionId: "s1", eventId: "e0" });
    expect(found?.line).toMatchObject({ text: null, lineNumber: 1, problem: expect.stringContaining(first) });
    expect(found?.outline).toMatchObject({
      entries: [{ path: "a.b" }],
      content: expect.stringContaining('"b":0'),
    });
    const [content = ""] = (await listFiles()).filter((name) => name.includes("outline/2026-03/2026-03-20"));
    await rm(join(store, content));
    const other = await getHandoff(database.db, { workspaceId, sessionId: "s2", eventId: "e2" });
    expect(other).toMatchObject({
      line: { text: expect.stringContaining('"n":2'), problem: null },
      outline: { content: null, problem: expect.stringContaining(`${content} is missing`) },
    });
    await rm(join(store, first));
    const { differences } = await verifyColdFiles(database.db, { workspaceId });
    expect(differences).toMatchObject([
      { path: first, message: expect.stringContaining("is missing") },
      { path: content, message: expect.stringContaining("is missing") },
    ]);
    await expect(restoreMonth(database.db, { workspaceId, month: MONTH })).rejects.toThrow(first);
  });
});

it("restoreMonth brings a month back and deletes its files", async () => {
  await storeMonth();
  const before = await readPages();
  const texts = await countTexts();
  await move();
  expect(await restoreMonth(database.db, { workspaceId, month: MONTH })).toMatchObject({
    rowCount: 6,
    fileCount: 4,
  });
  expect(await countTexts()).toBe(texts);
  expect(await listFiles()).toEqual([]);
  expect(await readPages()).toEqual(before);
  expect(await listWarmDays(database.db, workspaceId, MONTH)).toEqual(["2026-03-02", "2026-03-20"]);
});

describe("deletions", () => {
  it("an erased session leaves no file with its lines; other days stay cold", async () => {
    await storeMonth();
    await move();
    await requestErasure(database.db, { workspaceId, kind: "session", id: "s1", actor });
    await expect(move()).rejects.toThrow("erasure is pending");
    await runErasures(database.db);
    await removeColdFiles(database.db);
    expect((await listFiles()).map((name) => name.slice(-24, -17))).not.toContain("03-02");
    expect(await listFiles()).toHaveLength(2);
    expect(await database.db.$count(event, eq(event.workspaceId, workspaceId))).toBe(1);
    expect((await verifyColdFiles(database.db, { workspaceId })).differences).toEqual([]);
  });

  it("an erased agent is found in texts that moved", async () => {
    await storeMonth();
    await storeHandoff(4, new Date("2026-03-21T00:00:00Z"), { text: '{"by":"secret-agent"}' });
    await move();
    await requestErasure(database.db, { workspaceId, kind: "agent", id: "secret-agent", actor });
    await runErasures(database.db);
    await removeColdFiles(database.db);
    expect(await database.db.$count(event, eq(event.workspaceId, workspaceId))).toBe(3);
    expect(await listFiles()).toEqual([]);
  });

  it("retention deletes the files of expired days with their rows, and no others", async () => {
    await storeMonth();
    await move();
    await setRetention(database.db, { workspaceId, days: 30, actor });
    await applyRetention(database.db, { now: new Date("2026-04-19T15:00:00Z") });
    await removeColdFiles(database.db);
    expect(await listFiles()).toHaveLength(2);
    expect((await readPages()).line?.text).toContain('"n":2');
    const left = await database.db.select().from(event).where(eq(event.workspaceId, workspaceId));
    expect(left).toMatchObject([{ sequence: 2, text: null }]);
    expect((await verifyColdFiles(database.db, { workspaceId })).differences).toEqual([]);
  });

  it("a deleted workspace leaves no file", async () => {
    await storeMonth();
    await move();
    await deleteWorkspace(database.db, { workspaceId });
    await removeColdFiles(database.db);
    expect(await listFiles()).toEqual([]);
    expect(await database.db.$count(coldFile, eq(coldFile.workspaceId, workspaceId))).toBe(0);
  });
});
