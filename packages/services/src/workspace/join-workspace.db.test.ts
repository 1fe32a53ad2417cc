import {
  addMember,
  createAccount,
  createInvitation,
  findInvitation,
  getMembership,
  listInvitations,
  revokeInvitation,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { untilSomeoneWaits } from "@baton/db/test/lock";
import { deleteMember, lockWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinWorkspace } from "./join-workspace";

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
      guests.map(({ id }) => joinWorkspace(database.db, { token, person: { id, name: "Guest" } })),
    );
    expect(accepted.filter((each) => each !== null)).toHaveLength(1);
    const members = await Promise.all(
      guests.map(({ id }) => getMembership(database.db, { workspaceId, userId: id })),
    );
    expect(members.flatMap((member) => member?.roles ?? [])).toEqual(["viewer"]);
    expect(await findInvitation(database.db, { token })).toBeNull();
  });

  it("stops working and leaves the list when it is revoked or expires", async () => {
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
      expect(await joinWorkspace(database.db, { token, person: { id: userId, name: "Guest" } })).toBeNull();
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
    expect(await joinWorkspace(database.db, { token, person: invitedBy })).toBeNull();
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
      const accepted = joinWorkspace(database.db, { token, person: invitedBy });
      await untilSomeoneWaits(database.db);
      return { accepting: accepted };
    });
    expect(await accepting).toBeNull();
    expect(await getMembership(database.db, { workspaceId, userId: invitedBy.id })).toBeNull();
  });
});
