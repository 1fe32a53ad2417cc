import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { makeQuarantinedLine, makeSourceFile, makeWorkspace } from "../../test/factories";
import { quarantinedLine } from "../schema/index";
import { listDroppedLines } from "./dropped-lines";
import { requestErasure } from "./erasure";
import { runErasures } from "./erasure-run";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = { id: "u1", name: "An admin" };

describe("the erasure of an agent", () => {
  it("notes the lines that it takes out of quarantine, so that nobody misses them in a file that stays", async () => {
    const { db } = database;
    const workspaceId = await makeWorkspace(db);
    const sourceFileId = await makeSourceFile(db, workspaceId);
    const key = { workspaceId, sourceFileId };
    const sequence = await makeQuarantinedLine(db, { ...key, text: '{"agent": "erased_agent",' });
    await makeQuarantinedLine(db, { ...key, text: '{"agent": "kept_agent",', lineNumber: 2 });
    await requestErasure(db, { workspaceId, kind: "agent", id: "erased_agent", actor });
    await runErasures(db);
    expect(await listDroppedLines(db, { ...key, generation: 0 })).toEqual([
      { cause: "erased", firstSequence: sequence, lastSequence: sequence, lineCount: 1 },
    ]);
    expect(await db.$count(quarantinedLine, eq(quarantinedLine.workspaceId, workspaceId))).toBe(1);
  });

  it("notes none that was replayed: its event stands or falls by itself", async () => {
    const { db } = database;
    const workspaceId = await makeWorkspace(db);
    const key = { workspaceId, sourceFileId: await makeSourceFile(db, workspaceId) };
    await makeQuarantinedLine(db, { ...key, text: '{"agent": "erased_agent"}', replayedAt: new Date() });
    await requestErasure(db, { workspaceId, kind: "agent", id: "erased_agent", actor });
    await runErasures(db);
    expect(await listDroppedLines(db, { ...key, generation: 0 })).toEqual([]);
    expect(await db.$count(quarantinedLine, eq(quarantinedLine.workspaceId, workspaceId))).toBe(0);
  });
});
