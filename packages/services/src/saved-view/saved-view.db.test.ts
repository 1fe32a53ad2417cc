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
const VIEW = { page: "savings", params: {}, isPrivate: false } as const;

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
    ...VIEW,
    name,
    params: { range: "7d", rule: "r1" },
  });
  if (!added.ok) throw new Error(added.reason);
  return added.viewId;
}

const list = async (workspace = workspaceId) =>
  (await listSavedViews(database.db, { workspaceId: workspace, page: "savings", userId: "u1" })).map(
    ({ name, isDefault }) => [name, isDefault],
  );

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
  expect(await saveView(db, { ...shared, ...VIEW, name: "the week" })).toMatchObject({
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

it("a private view leaves the name free for others, and is not in the audit log", async () => {
  const { db } = database;
  const place = await buildWorkspace(db);
  const save = (actor: typeof ACTOR, isPrivate: boolean, page: "savings" | "sessions" = "sessions") =>
    saveView(db, { workspaceId: place, actor, page, name: "errors", params: {}, isPrivate });
  const bob = { id: "u2", name: "Bob" };
  const own = await save(ACTOR, true);
  expect(own).toMatchObject({ ok: true });
  expect(await save(ACTOR, true)).toMatchObject({ reason: "taken" });
  expect(await save(bob, true)).toMatchObject({ ok: true });
  expect(await save(bob, false)).toMatchObject({ ok: true });
  expect(await save(bob, false)).toMatchObject({ reason: "taken" });
  expect(await save(bob, false, "savings")).toMatchObject({ ok: true });
  const seen = await listSavedViews(db, { workspaceId: place, page: "sessions", userId: "u1" });
  expect(seen.map(({ createdBy, isPrivate }) => [createdBy, isPrivate])).toEqual(
    expect.arrayContaining([
      ["Ada", true],
      ["Bob", false],
    ]),
  );
  expect(seen).toHaveLength(2);
  if (!own.ok) throw new Error(own.reason);
  const view = { workspaceId: place, actor: ACTOR, viewId: own.viewId };
  expect(await setDefaultView(db, view)).toBe(false);
  expect(await renameView(db, { ...view, name: "mine" })).toEqual({ ok: true });
  expect(await removeView(db, view)).toBe(true);
  const rows = await db.select().from(auditLog).where(eq(auditLog.workspaceId, place));
  expect(rows).toHaveLength(2);
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
