import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { untilSomeoneWaits } from "../../../test/lock";
import { ensureWorkspace } from "../source/source-write";
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  listInvitations,
  revokeInvitation,
} from "../workspace/invitation";
import {
  addMember,
  deleteMember,
  getMembership,
  lockRole,
  lockWorkspace,
  updateRoles,
} from "../workspace/workspace-member";
import {
  createAccount,
  ensureFounder,
  findAccount,
  hasPassword,
  isPasswordUnchanged,
  setPassword,
  updateAccount,
} from "./account";
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

describe("an invitation", () => {
  const common = { email: null, roles: ["viewer"] as const, lifetimeSeconds: 60 };

  /** Creates a user who can invite others into a workspace. */
  async function buildAdmin(workspaceId: string): Promise<{ id: string; name: string }> {
    const { id } = await buildAccount();
    await addMember(database.db, { workspaceId, userId: id, roles: ["admin"] });
    return { id, name: "Ada" };
  }

  it("admits one person, with the roles that it names", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const invitedBy = await buildAdmin(workspaceId);
    const { token } = await createInvitation(database.db, { workspaceId, invitedBy, ...common });
    expect(await findInvitation(database.db, { token })).toMatchObject({ workspaceId, roles: ["viewer"] });
    const guests = await Promise.all([1, 2, 3].map(() => buildAccount()));
    const accepted = await Promise.all(
      guests.map(({ id }) => database.db.transaction((tx) => acceptInvitation(tx, { token, userId: id }))),
    );
    expect(accepted.filter((each) => each !== null)).toHaveLength(1);
    const members = await Promise.all(
      guests.map(({ id }) => getMembership(database.db, { workspaceId, userId: id })),
    );
    expect(members.flatMap((member) => member?.roles ?? [])).toEqual(["viewer"]);
    expect(await findInvitation(database.db, { token })).toBeNull();
  });

  it("stops working and is no longer listed when it is revoked or expires", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const made = { workspaceId, invitedBy: await buildAdmin(workspaceId), ...common };
    const open = await createInvitation(database.db, made);
    const expired = await createInvitation(database.db, { ...made, lifetimeSeconds: -1 });
    const { invitationId } = open.invitation;
    expect(await listInvitations(database.db, { workspaceId })).toEqual([open.invitation]);
    expect(await revokeInvitation(database.db, { workspaceId: "other", invitationId })).toBeNull();
    expect(await revokeInvitation(database.db, { workspaceId, invitationId })).toMatchObject({
      invitationId,
    });
    const { id: userId } = await buildAccount();
    for (const { token } of [open, expired])
      expect(await acceptInvitation(database.db, { token, userId })).toBeNull();
    expect(await listInvitations(database.db, { workspaceId })).toEqual([]);
  });

  it("does not readmit its creator after they lost the admin role", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await addMember(database.db, {
      workspaceId,
      userId: (await buildAccount()).id,
      roles: ["owner", "admin"],
    });
    const invitedBy = await buildAdmin(workspaceId);
    const roles = ["admin"] as const;
    const { token } = await createInvitation(database.db, { workspaceId, invitedBy, ...common, roles });
    expect(await findInvitation(database.db, { token })).not.toBeNull();
    await deleteMember(database.db, { workspaceId, userId: invitedBy.id });
    expect(await findInvitation(database.db, { token })).toBeNull();
    expect(await listInvitations(database.db, { workspaceId })).toEqual([]);
    expect(await acceptInvitation(database.db, { token, userId: invitedBy.id })).toBeNull();
    expect(await getMembership(database.db, { workspaceId, userId: invitedBy.id })).toBeNull();
  });

  it("does not readmit its creator if they use it while they are being removed", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await buildAdmin(workspaceId);
    await addMember(database.db, { workspaceId, userId: (await buildAccount()).id, roles: ["owner"] });
    const invitedBy = await buildAdmin(workspaceId);
    const { token } = await createInvitation(database.db, { workspaceId, invitedBy, ...common });
    const { accepting } = await database.db.transaction(async (tx) => {
      await lockWorkspace(tx, { workspaceId });
      await deleteMember(tx, { workspaceId, userId: invitedBy.id });
      const accepted = database.db.transaction((other) =>
        acceptInvitation(other, { token, userId: invitedBy.id }),
      );
      await untilSomeoneWaits(database.db);
      return { accepting: accepted };
    });
    expect(await accepting).toBeNull();
    expect(await getMembership(database.db, { workspaceId, userId: invitedBy.id })).toBeNull();
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
