import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { session } from "../../schema/index";
import { listWorkflows } from "./savings-workflows";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Builds a workspace with one session per minute, with the given workflows. */
async function buildSessions(workflows: readonly (string | null)[]): Promise<string> {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const rows = workflows.map((workflowId, index) => {
    const at = new Date(Date.UTC(2026, 2, 1) + index * 60_000);
    return {
      workspaceId,
      sessionId: `s${index}`,
      format: "session",
      workflowId,
      startedAt: at,
      lastEventAt: at,
    };
  });
  for (let at = 0; at < rows.length; at += 2_000) await db.insert(session).values(rows.slice(at, at + 2_000));
  return workspaceId;
}

it("listWorkflows returns each workflow once, ordered by its latest session, and skips sessions without one", async () => {
  const workspaceId = await buildSessions(["a", "b", null, "a", "c", null]);
  expect(await listWorkflows(database.db, { workspaceId })).toEqual(["c", "a", "b"]);
  expect(await listWorkflows(database.db, { workspaceId, limit: 2 })).toEqual(["c", "a"]);
  const without = await buildSessions([null, null]);
  expect(await listWorkflows(database.db, { workspaceId: without })).toEqual([]);
});

it("listWorkflows finds workflows older than thousands of sessions of others", async () => {
  const workspaceId = await buildSessions([
    "old",
    "older",
    "old",
    ...Array<string>(3_000).fill("busy"),
    null,
  ]);
  expect(await listWorkflows(database.db, { workspaceId })).toEqual(["busy", "old", "older"]);
  expect(await listWorkflows(database.db, { workspaceId, limit: 1 })).toEqual(["busy"]);
});

it("listWorkflows returns the latest of thousands up to the limit", async () => {
  const workspaceId = await buildSessions(Array.from({ length: 5_000 }, (_, index) => `w${index >> 1}`));
  const latest = Array.from({ length: 600 }, (_, index) => `w${2_499 - index}`);
  expect(await listWorkflows(database.db, { workspaceId, limit: 600 })).toEqual(latest);
  expect(await listWorkflows(database.db, { workspaceId })).toEqual(latest.slice(0, 200));
});

it("listWorkflows orders workflows of the same time by name", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const at = new Date(Date.UTC(2026, 2, 1));
  const workflows = Array.from({ length: 1_500 }, (_, index) => `w${String(index).padStart(4, "0")}`);
  await db.insert(session).values(
    workflows.map((workflowId) => ({
      workspaceId,
      sessionId: workflowId,
      format: "session",
      workflowId,
      startedAt: at,
      lastEventAt: at,
    })),
  );
  expect(await listWorkflows(db, { workspaceId, limit: 300 })).toEqual(workflows.slice(0, 300));
});
