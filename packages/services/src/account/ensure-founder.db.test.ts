import { addMember, createAccount, getMembership, hasPassword, setPassword } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFounder } from "./ensure-founder";

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

describe("the first account", () => {
  it("is created once under concurrent requests, and becomes owner and admin of workspaces without members", async () => {
    const before = await buildWorkspace(database.db);
    const founders = await Promise.all([1, 2, 3, 4].map(() => ensureFounder(database.db)));
    const [userId, ...others] = new Set(founders.map(({ id }) => id));
    expect(others).toEqual([]);
    await ensureWorkspace(database.db, { workspaceId: "later" });
    for (const workspaceId of [before, "later"]) {
      const membership = await getMembership(database.db, { workspaceId, userId: userId ?? "" });
      expect(membership?.roles).toEqual(["owner", "admin"]);
    }
  });

  it("gets no role in a workspace that has members", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await addMember(database.db, { workspaceId, userId: (await buildAccount()).id, roles: ["admin"] });
    const founder = await ensureFounder(database.db);
    expect(await getMembership(database.db, { workspaceId, userId: founder.id })).toBeNull();
  });

  it("has no password until one is set", async () => {
    const fresh = await createTestDatabase();
    const { id: userId } = await ensureFounder(fresh.db);
    expect(await hasPassword(fresh.db)).toBe(false);
    await setPassword(fresh.db, { userId, passwordHash: "h" });
    await setPassword(fresh.db, { userId, passwordHash: "i" });
    expect(await hasPassword(fresh.db)).toBe(true);
    await fresh.drop();
  });
});
