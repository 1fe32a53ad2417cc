import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { makeWorkspace } from "../../../test/factories";
import { whileStoringIsHeldOff } from "../../../test/hold-off-storing";
import { auditLog } from "../../schema/index";
import { requestErasure } from "./erasure";
import { runErasures } from "./erasure-run";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = { id: "u1", name: "An admin" };

describe("two processes that erase the same", () => {
  it.each(["session", "agent", "workspace"] as const)("finish a %s once", async (kind) => {
    const { db } = database;
    const workspaceId = await makeWorkspace(db);
    await requestErasure(db, { workspaceId, kind, id: kind === "workspace" ? workspaceId : "erased", actor });
    const finished = await whileStoringIsHeldOff(db, { workspaceId, waiting: 2 }, () =>
      Promise.all([runErasures(db), runErasures(db)]),
    );
    expect(finished.flat()).toHaveLength(1);
    const isErased = and(eq(auditLog.workspaceId, workspaceId), sql`${auditLog.details} like '%"erased"%'`);
    expect(await db.$count(auditLog, isErased)).toBe(1);
  });
});
