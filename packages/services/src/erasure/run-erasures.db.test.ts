import { listDroppedLines } from "@baton/db";
import { auditLog, quarantinedLine } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { whileStoringIsHeldOff } from "@baton/db/test/block-storing";
import { buildQuarantinedLine, buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestErasure } from "./request-erasure";
import { runErasures } from "./run-erasures";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = { id: "u1", name: "An admin" };

describe("two processes that run the same erasure", () => {
  it.each(["session", "agent", "workspace"] as const)("finish a %s once", async (kind) => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    await requestErasure(db, { workspaceId, kind, id: kind === "workspace" ? workspaceId : "erased", actor });
    const finished = await whileStoringIsHeldOff(db, { workspaceId, waiting: 2 }, () =>
      Promise.all([runErasures(db), runErasures(db)]),
    );
    expect(finished.flat()).toHaveLength(1);
    const isErased = and(eq(auditLog.workspaceId, workspaceId), sql`${auditLog.details} like '%"erased"%'`);
    expect(await db.$count(auditLog, isErased)).toBe(1);
  });
});

describe("the erasure of an agent", () => {
  it("records the lines that it deletes from quarantine, so that verify does not report them as missing", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const sourceFileId = await buildSourceFile(db, workspaceId);
    const key = { workspaceId, sourceFileId };
    const sequence = await buildQuarantinedLine(db, { ...key, text: '{"agent": "erased_agent",' });
    await buildQuarantinedLine(db, { ...key, text: '{"agent": "kept_agent",', lineNumber: 2 });
    await requestErasure(db, { workspaceId, kind: "agent", id: "erased_agent", actor });
    await runErasures(db);
    expect(await listDroppedLines(db, { ...key, generation: 0 })).toEqual([
      { cause: "erased", firstSequence: sequence, lastSequence: sequence, lineCount: 1 },
    ]);
    expect(await db.$count(quarantinedLine, eq(quarantinedLine.workspaceId, workspaceId))).toBe(1);
  });

  it("does not record replayed lines, whose events are erased separately", async () => {
    const { db } = database;
    const workspaceId = await buildWorkspace(db);
    const key = { workspaceId, sourceFileId: await buildSourceFile(db, workspaceId) };
    await buildQuarantinedLine(db, { ...key, text: '{"agent": "erased_agent"}', replayedAt: new Date() });
    await requestErasure(db, { workspaceId, kind: "agent", id: "erased_agent", actor });
    await runErasures(db);
    expect(await listDroppedLines(db, { ...key, generation: 0 })).toEqual([]);
    expect(await db.$count(quarantinedLine, eq(quarantinedLine.workspaceId, workspaceId))).toBe(0);
  });
});
