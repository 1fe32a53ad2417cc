import { addMember, createAccount, type Role } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCallerFactory, createRouter } from "../trpc";
import { savedViewsRouter } from "./saved-views";

const WORKSPACE = "views";
const createCaller = createCallerFactory(createRouter(savedViewsRouter));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureWorkspace(database.db, { workspaceId: WORKSPACE });
});
afterAll(() => database.drop());

async function join(name: string, role: Role) {
  const email = `${name}@x.org`;
  const account = await createAccount(database.db, { name, email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  await addMember(database.db, { workspaceId: WORKSPACE, userId: account.id, roles: [role] });
  return createCaller({
    liveMark: "",
    db: database.db,
    user: { id: account.id, name, email },
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
  });
}

it("a saved view is visible to the workspace, and editable by its creator and owners", async () => {
  const [ada, bob, owner, viewer] = await Promise.all([
    join("ada", "editor"),
    join("bob", "editor"),
    join("olga", "owner"),
    join("vic", "viewer"),
  ]);
  const workspace = WORKSPACE;
  const params = { range: "7d", rule: "", compare: "none" };
  const page = "savings";
  const { view } = await ada.save({ workspace, page, name: " a week ", params });
  await expect(bob.save({ workspace, page, name: "a week", params })).rejects.toThrow(
    "already called “a week”",
  );
  await expect(bob.rename({ workspace, view, name: "mine" })).rejects.toThrow("is ada’s view");
  await expect(bob.remove({ workspace, view })).rejects.toThrow("is ada’s view");
  expect(await viewer.list({ workspace, page })).toMatchObject([
    { name: "a week", params, mayChange: false },
  ]);

  await ada.rename({ workspace, view, name: "seven days" });
  await owner.setDefault({ workspace, view });
  expect(await ada.list({ workspace, page })).toMatchObject([
    { name: "seven days", isDefault: true, mayChange: true, createdBy: "ada" },
  ]);
  await expect(ada.remove({ workspace, view })).rejects.toThrow("Only an owner can remove it");
  await owner.remove({ workspace, view });
  expect(await viewer.list({ workspace, page })).toEqual([]);
  await expect(owner.remove({ workspace, view })).rejects.toThrow("View not found");
});

it("a private view is only its creator’s, also if they are a viewer", async () => {
  const [viewer, owner] = await Promise.all([join("viola", "viewer"), join("oskar", "owner")]);
  const [workspace, page] = [WORKSPACE, "sessions"] as const;
  const params = { errors: "true", sort: "saved", columns: "handoffs,saved" };
  const own = { workspace, page, name: "errors", params };
  await expect(viewer.save(own)).rejects.toThrow("Viewers can save views for themselves");
  const { view } = await viewer.save({ ...own, isPrivate: true });
  expect(await viewer.list({ workspace, page })).toMatchObject([
    { params, isPrivate: true, mayChange: true },
  ]);
  expect(await owner.list({ workspace, page })).toEqual([]);
  await expect(owner.rename({ workspace, view, name: "x" })).rejects.toThrow("View not found");
  await expect(owner.remove({ workspace, view })).rejects.toThrow("View not found");
  await viewer.rename({ workspace, view, name: "my errors" });
  await viewer.remove({ workspace, view });
  expect(await viewer.list({ workspace, page })).toEqual([]);
});

it("a saved view rejects parameters that the Savings page does not support", async () => {
  const editor = await join("eve", "editor");
  const save = (params: object) =>
    editor.save({ workspace: WORKSPACE, page: "savings", name: "x", params: { range: "30d", ...params } });
  await expect(save({ range: "yesterday" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(save({ script: "1" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

it("saved views have a rate limit, because each change adds an audit entry", async () => {
  const editor = await join("fil", "editor");
  const view = { workspace: WORKSPACE, page: "savings", name: "f", params: { range: "7d" } } as const;
  await editor.save(view);
  // Refused changes count, too, and cost less.
  const removals = Array.from({ length: 199 }, () =>
    editor.remove({ workspace: WORKSPACE, view: "unknown" }),
  );
  const outcomes = await Promise.allSettled(removals);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "NOT_FOUND" } });
  await expect(editor.save(view)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  const other = await join("gil", "editor");
  await expect(other.save({ ...view, name: "g" })).resolves.toBeDefined();
});

it.each(["a\u001b[2Jb", "a\r\nb", "a\u202eb", "\u200b"])("a saved view cannot be named %j", async (name) => {
  const editor = await join(`n${name.length}${name.charCodeAt(1)}`, "editor");
  const saved = editor.save({ workspace: WORKSPACE, page: "savings", name, params: { range: "7d" } });
  await expect(saved).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
