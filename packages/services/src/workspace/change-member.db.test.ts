import { addMember, createAccount } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeMember } from "./change-member";

const ACTOR = { id: "u1", name: "Ada" };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let count = 0;
async function buildAccount() {
  count += 1;
  const email = `Ada${count}@x.org`;
  const account = await createAccount(database.db, { name: "Ada", email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  return account;
}

describe("members", () => {
  const change = (workspaceId: string, userId: string, roles: ("viewer" | "owner" | "admin")[]) =>
    database.db.transaction((tx) => changeMember(tx, { workspaceId, userId, roles, actor: ACTOR }));

  it("cannot be changed if that leaves a workspace without an owner or an admin", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const { id: userId } = await buildAccount();
    await addMember(database.db, { workspaceId, userId, roles: ["owner", "admin"] });
    expect(await change(workspaceId, userId, [])).toEqual({ ok: false, reason: "last", role: "owner" });
    expect(await change(workspaceId, userId, ["owner"])).toEqual({
      ok: false,
      reason: "last",
      role: "admin",
    });
    expect(await change(workspaceId, "nobody", [])).toEqual({ ok: false, reason: "no_such_member" });
  });

  it("cannot remove each other at the same time: one stays", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const [a, b] = [await buildAccount(), await buildAccount()];
    for (const { id: userId } of [a, b])
      await addMember(database.db, { workspaceId, userId, roles: ["owner", "admin"] });
    const changes = await Promise.all([change(workspaceId, a.id, []), change(workspaceId, b.id, [])]);
    expect(changes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });
});
