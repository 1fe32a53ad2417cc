import { listSavedViews } from "@baton/db";
import { auditLog } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeView } from "./remove-view";
import { renameView } from "./rename-view";
import { saveView } from "./save-view";
import { setDefaultView } from "./set-default-view";

const ACTOR = { id: "u1", name: "Ada" };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let other: string;
beforeAll(async () => {
  database = await createTestDatabase();
  [workspaceId, other] = [await buildWorkspace(database.db), await buildWorkspace(database.db)];
});
afterAll(() => database.drop());

async function add(name: string, workspace = workspaceId): Promise<string> {
  const added = await saveView(database.db, {
    workspaceId: workspace,
    actor: ACTOR,
    name,
    params: { range: "7d", rule: "r1" },
  });
  if (!added.ok) throw new Error(added.reason);
  return added.viewId;
}

const list = async (workspace = workspaceId) =>
  (await listSavedViews(database.db, { workspaceId: workspace })).map(({ name, isDefault }) => [
    name,
    isDefault,
  ]);

it("saved views have names and one default, and the audit log records each change", async () => {
  const { db } = database;
  const shared = { workspaceId, actor: ACTOR };
  const week = await add("the week");
  const rule = await add("rule r1");
  expect(await setDefaultView(db, { ...shared, viewId: week })).toBe(true);
  expect(await setDefaultView(db, { ...shared, viewId: rule })).toBe(true);
  expect(await list()).toEqual([
    ["rule r1", true],
    ["the week", false],
  ]);
  expect(await saveView(db, { ...shared, name: "the week", params: {} })).toMatchObject({
    ok: false,
    reason: "taken",
  });
  expect(await renameView(db, { ...shared, viewId: week, name: "rule r1" })).toMatchObject({
    reason: "taken",
  });
  expect(await renameView(db, { ...shared, viewId: week, name: "seven days" })).toEqual({ ok: true });
  expect(await removeView(db, { ...shared, viewId: rule })).toBe(true);
  expect(await removeView(db, { ...shared, viewId: rule })).toBe(false);
  expect(await setDefaultView(db, { ...shared, viewId: rule })).toBe(false);
  expect(await list()).toEqual([["seven days", false]]);
  const rows = await db.select().from(auditLog).where(eq(auditLog.workspaceId, workspaceId));
  expect(rows.map(({ subject }) => subject)).toEqual([
    "view the week",
    "view rule r1",
    "view default",
    "view default",
    "view the week",
    "view rule r1",
  ]);
});

it("saved views are not accessible from another workspace", async () => {
  const theirs = await add("theirs", other);
  const shared = { workspaceId, actor: ACTOR, viewId: theirs };
  expect(await renameView(database.db, { ...shared, name: "mine" })).toMatchObject({
    reason: "missing",
  });
  expect(await removeView(database.db, shared)).toBe(false);
  expect(await setDefaultView(database.db, shared)).toBe(false);
  expect(await list(other)).toEqual([["theirs", false]]);
});
