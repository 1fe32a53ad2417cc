import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { makeWorkspace } from "../../test/factories";
import { whileStoringIsHeldOff } from "../../test/hold-off-storing";
import { searchDatabase } from "../../test/search-database";
import { auditLog } from "../schema/index";
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

describe("what the planner remembers", () => {
  it.each(["session", "agent"] as const)(
    "holds no %s that was erased, the only one of its table too",
    async (kind) => {
      const alone = await createTestDatabase();
      const { db } = alone;
      try {
        const workspaceId = await makeWorkspace(db);
        const [session, agent] = kind === "session" ? ["erased-one", "other"] : ["other", "erased-one"];
        await db.execute(sql`
        insert into trace_span (workspace_id, trace_id, span_id, occurred_at, source_file_id, generation, sequence, agent)
        select ${workspaceId}, name, name || i, now(), 1, 0, i, name
        from generate_series(1, 200) i, unnest(array['erased-one', 'kept']) name`);
        await db.execute(sql`
        insert into task_attempt (workspace_id, attempt_id, session_id, from_agent, to_agent, occurred_at, last_event_at, last_sequence, is_sent)
        select ${workspaceId}, 'attempt' || i, ${session}, ${agent}, 'worker', now(), now(), 1, true
        from generate_series(1, 200) i`);
        await db.execute(sql`analyze`);
        expect(await searchDatabase(db, ["erased-one"])).toContain("pg_catalog.pg_stats: erased-one");
        await requestErasure(db, { workspaceId, kind, id: "erased-one", actor });
        await runErasures(db);
        expect(await searchDatabase(db, ["erased-one"])).toEqual([]);
      } finally {
        await alone.drop();
      }
    },
  );
});
