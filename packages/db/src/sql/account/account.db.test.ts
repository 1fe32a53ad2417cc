import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { untilSomeoneWaits } from "../../../test/lock";
import { addMember, lockRole, lockWorkspace, updateRoles } from "../workspace/workspace-member";
import { createAccount, findAccount, isPasswordUnchanged, setPassword, updateAccount } from "./account";
import { consumeLink, createLink } from "./link-token";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let count = 0;

async function buildAccount() {
  count += 1;
  const account = await createAccount(database.db, {
    name: "Ada",
    email: `Ada${count}@x.org`,
    passwordHash: "h",
  });
  if (!account) throw new Error("the address is taken");
  return account;
}

describe("an account", () => {
  it("is found by its email in any case, and no other account can have that email", async () => {
    const account = await buildAccount();
    expect((await findAccount(database.db, { email: account.email.toUpperCase() }))?.id).toBe(account.id);
    const again = { name: "Eve", email: account.email.toUpperCase(), passwordHash: "h" };
    expect(await createAccount(database.db, again)).toBeNull();
    const other = await buildAccount();
    const update = { userId: other.id, name: "Eve", email: account.email };
    expect(await updateAccount(database.db, update)).toBe(false);
    expect(await updateAccount(database.db, { ...update, email: other.email })).toBe(true);
  });
});

describe("a one-time link", () => {
  it("works once, even if ten requests use it at the same time", async () => {
    const { id: userId } = await buildAccount();
    const token = await createLink(database.db, { userId, purpose: "sign_in", lifetimeSeconds: 60 });
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => consumeLink(database.db, { token, purpose: "sign_in" })),
    );
    expect(taken.filter((each) => each !== null)).toEqual([{ userId }]);
  });

  it("works only for its purpose, until it expires or a new one is created", async () => {
    const { id: userId } = await buildAccount();
    const make = (lifetimeSeconds: number) =>
      createLink(database.db, { userId, purpose: "reset_password", lifetimeSeconds });
    const take = (token: string, purpose: "sign_in" | "reset_password" = "reset_password") =>
      consumeLink(database.db, { token, purpose });
    const first = await make(60);
    expect(await take(first, "sign_in")).toBeNull();
    const second = await make(60);
    expect(await take(first)).toBeNull();
    expect(await take(second)).toEqual({ userId });
    expect(await take(await make(-1))).toBeNull();
  });
});

describe("a member's role", () => {
  it("stays locked while an action uses it, and permits no action while it is being removed", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const people = await Promise.all([buildAccount(), buildAccount()]);
    for (const { id } of people)
      await addMember(database.db, { workspaceId, userId: id, roles: ["owner", "admin"] });
    const userId = people[1]?.id ?? "";
    const hold = (tx: typeof database.db) => lockRole(tx, { workspaceId, userId, anyOf: ["admin"] });
    expect(await database.db.transaction(hold)).toBe(true);
    const { asking } = await database.db.transaction(async (tx) => {
      await lockWorkspace(tx, { workspaceId });
      await updateRoles(tx, { workspaceId, userId, roles: ["viewer"] });
      const asked = database.db.transaction(hold);
      await untilSomeoneWaits(database.db);
      return { asking: asked };
    });
    expect(await asking).toBe(false);
  });
});

describe("a password", () => {
  it("counts as unchanged until a change commits, and the check waits for a change in progress", async () => {
    const { id: userId } = await buildAccount();
    const isUnchanged = (passwordHash: string | null) =>
      isPasswordUnchanged(database.db, { userId, passwordHash });
    expect([await isUnchanged("h"), await isUnchanged("g"), await isUnchanged(null)]).toEqual([
      true,
      false,
      false,
    ]);
    const { asked } = await database.db.transaction(async (tx) => {
      await setPassword(tx, { userId, passwordHash: "g" });
      const answer = isUnchanged("h");
      await untilSomeoneWaits(database.db);
      return { asked: answer };
    });
    expect(await asked).toBe(false);
    expect(await isPasswordUnchanged(database.db, { userId: "nobody", passwordHash: null })).toBe(true);
  });

  it("can be set by a link while it is being changed, and neither waits for the other", async () => {
    const { id: userId } = await buildAccount();
    const link = await createLink(database.db, { userId, purpose: "reset_password", lifetimeSeconds: 60 });
    const change = () =>
      database.db.transaction(async (tx) => {
        if (!(await isPasswordUnchanged(tx, { userId, passwordHash: "h" }))) return false;
        await setPassword(tx, { userId, passwordHash: "changed" });
        return true;
      });
    const { changed } = await database.db.transaction(async (tx) => {
      await consumeLink(tx, { token: link, purpose: "reset_password" });
      const answer = change();
      await untilSomeoneWaits(database.db);
      await setPassword(tx, { userId, passwordHash: "chosen" });
      return { changed: answer };
    });
    expect(await changed).toBe(false);
  });
});
