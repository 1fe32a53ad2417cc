import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { makeQuarantinedLine, makeSourceFile, makeWorkspace } from "../../test/factories";
import { quarantinedLine } from "../schema/index";
import { listDroppedLines } from "./dropped-lines";
import { setRetention } from "./retention";
import { applyRetention } from "./retention-apply";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = { id: "u1", name: "An admin" };
const OLD = new Date("2026-03-10T12:00:00Z");

it("notes old lines of the quarantine, and none that was replayed", async () => {
  const { db } = database;
  const workspaceId = await makeWorkspace(db);
  const key = { workspaceId, sourceFileId: await makeSourceFile(db, workspaceId) };
  const sequence = await makeQuarantinedLine(db, { ...key, quarantinedAt: OLD });
  await makeQuarantinedLine(db, { ...key, quarantinedAt: OLD, replayedAt: OLD, lineNumber: 3 });
  await setRetention(db, { workspaceId, days: 30, actor });
  await applyRetention(db);
  expect(await listDroppedLines(db, { ...key, generation: 0 })).toEqual([
    { cause: "expired", firstSequence: sequence, lastSequence: sequence, lineCount: 1 },
  ]);
  expect(await db.$count(quarantinedLine, eq(quarantinedLine.workspaceId, workspaceId))).toBe(0);
});
