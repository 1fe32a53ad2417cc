import { ensurePartitions, listDroppedLines } from "@baton/db";
import { auditLog, event, quarantinedLine } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { whileStoringIsHeldOff } from "@baton/db/test/block-storing";
import { buildQuarantinedLine, buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyRetention } from "./apply-retention";
import { setRetention } from "./set-retention";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = { id: "u1", name: "An admin" };
const OLD = new Date("2026-03-10T12:00:00Z");

async function buildOldEvent(workspaceId: string, sourceFileId: number): Promise<void> {
  await ensurePartitions(database.db, [OLD]);
  await database.db.insert(event).values({
    workspaceId,
    sourceFileId,
    generation: 0,
    sequence: 0,
    ordinal: 0,
    occurredAt: OLD,
    eventType: "note",
    text: "{}",
    hasContent: true,
    lineNumber: 1,
    byteLength: 2,
    sha256: "00",
  });
}

it("applyRetention logs the deleted rows, even if it is aborted", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  await buildOldEvent(workspaceId, await buildSourceFile(db, workspaceId));
  await setRetention(db, { workspaceId, days: 30, actor });
  const stop = new AbortController();
  const removed = await whileStoringIsHeldOff(
    db,
    { workspaceId, waiting: 1 },
    () => applyRetention(db, { signal: stop.signal }),
    () => stop.abort(),
  );
  expect(removed.get(workspaceId)).toMatchObject({ event: 1 });
  const isApplied = and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.action, "retention.apply"));
  const rows = await db.select({ details: auditLog.details }).from(auditLog).where(isApplied);
  expect(rows.map(({ details }) => JSON.parse(details))).toMatchObject([{ removed: { event: 1 } }]);
});

it("applyRetention records deleted quarantined lines, except replayed ones", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const key = { workspaceId, sourceFileId: await buildSourceFile(db, workspaceId) };
  const sequence = await buildQuarantinedLine(db, { ...key, quarantinedAt: OLD });
  await buildQuarantinedLine(db, { ...key, quarantinedAt: OLD, replayedAt: OLD, lineNumber: 3 });
  await setRetention(db, { workspaceId, days: 30, actor });
  await applyRetention(db);
  expect(await listDroppedLines(db, { ...key, generation: 0 })).toEqual([
    { cause: "expired", firstSequence: sequence, lastSequence: sequence, lineCount: 1 },
  ]);
  expect(await db.$count(quarantinedLine, eq(quarantinedLine.workspaceId, workspaceId))).toBe(0);
});
