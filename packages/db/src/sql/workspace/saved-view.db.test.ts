import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { auditLog } from "../../schema/index";
import { addSavedView, listSavedViews, removeSavedView, renameSavedView, setDefaultView } from "./saved-view";

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
  const added = await addSavedView(database.db, {
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
  expect(await addSavedView(db, { ...shared, name: "the week", params: {} })).toMatchObject({
    ok: false,
    reason: "taken",
  });
  expect(await renameSavedView(db, { ...shared, viewId: week, name: "rule r1" })).toMatchObject({
    reason: "taken",
  });
  expect(await renameSavedView(db, { ...shared, viewId: week, name: "seven days" })).toEqual({ ok: true });
  expect(await removeSavedView(db, { ...shared, viewId: rule })).toBe(true);
  expect(await removeSavedView(db, { ...shared, viewId: rule })).toBe(false);
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
  expect(await renameSavedView(database.db, { ...shared, name: "mine" })).toMatchObject({
    reason: "missing",
  });
  expect(await removeSavedView(database.db, shared)).toBe(false);
  expect(await setDefaultView(database.db, shared)).toBe(false);
  expect(await list(other)).toEqual([["theirs", false]]);
});
