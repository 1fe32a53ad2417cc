import { addMember, createAccount, listAuditRecords, type Role } from "@baton/db";
import { claimDeliveries, ensureWorkspace } from "@baton/db/write";
import { createNotification } from "@baton/services/notification/create-notification";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWebDatabase } from "../../../test/web-database";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const WORKSPACE = "told";
const TARGET = "https://hooks.example.com/services/T0/s3cret-path";

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let owner: Caller;
let viewer: Caller;

beforeAll(async () => {
  database = await createWebDatabase();
  await ensureWorkspace(database.db, { workspaceId: WORKSPACE });
  owner = await buildCaller("owner");
  viewer = await buildCaller("viewer");
});
afterAll(() => database.drop());

const createCaller = createCallerFactory(appRouter);
type Caller = ReturnType<typeof createCaller>;

async function buildCaller(role: Role): Promise<Caller> {
  const email = `${role}@x.org`;
  const account = await createAccount(database.db, { name: role, email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  await addMember(database.db, { workspaceId: WORKSPACE, userId: account.id, roles: [role] });
  return createCaller({
    liveMark: "",
    user: { id: account.id, name: role, email },
    db: database.db,
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
  });
}

const workspace = WORKSPACE;
const addWebhook = () =>
  owner.notifications.addChannel({ workspace, channel: { kind: "webhook", target: TARGET } });
const findChannel = async (caller: Caller, channelId: number) =>
  (await caller.notifications.channels({ workspace })).channels.find((each) => each.channelId === channelId);

describe("notification channels", () => {
  it("show their secret once, and their full URL only to owners", async () => {
    const { channelId, secret } = await addWebhook();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await findChannel(owner, channelId)).toMatchObject({ target: TARGET, isActive: true });
    const seen = await findChannel(viewer, channelId);
    expect(seen?.target).toBe("https://hooks.example.com/…");
    expect(JSON.stringify(await owner.notifications.channels({ workspace }))).not.toContain(secret);
  });

  it("can get a new secret and URL, be turned off and deleted, without secrets in the audit log", async () => {
    const { channelId, secret } = await addWebhook();
    const renewed = await owner.notifications.renewSecret({ workspace, channelId });
    expect(renewed.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(renewed.secret).not.toBe(secret);
    const target = "https://other.example.com/s3cret-path";
    await owner.notifications.changeChannel({ workspace, channelId, target });
    await owner.notifications.changeChannel({ workspace, channelId, isActive: false });
    expect(await findChannel(owner, channelId)).toMatchObject({ target, isActive: false });
    await owner.notifications.removeChannel({ workspace, channelId });
    expect(await findChannel(owner, channelId)).toBeUndefined();
    const { records } = await listAuditRecords(database.db, { workspaceId: WORKSPACE, limit: 50 });
    const log = JSON.stringify(records);
    expect(log.match(new RegExp(`"(?:secret of )?channel ${channelId}"`, "g"))).toHaveLength(5);
    for (const hidden of ["s3cret-path", secret, renewed.secret]) expect(log).not.toContain(hidden);
  });

  it("reject a target of another kind, and an unknown channel", async () => {
    const { channelId } = await addWebhook();
    const change = (change: object) => owner.notifications.changeChannel({ workspace, channelId, ...change });
    await expect(change({ target: "bob@example.com" })).rejects.toThrow("begins with https:// or http://");
    await expect(change({ target: "file:///etc/passwd" })).rejects.toThrow("begins with https:// or http://");
    const pager = { kind: "pagerduty" as const, target: TARGET };
    await expect(owner.notifications.addChannel({ workspace, channel: pager })).rejects.toThrow(
      "integration key",
    );
    await expect(change({ channelId: 999_999, isActive: false })).rejects.toThrow("Channel not found");
  });

  it("can be tested one by one", async () => {
    const [one] = [await addWebhook(), await addWebhook()];
    const { notificationId } = await owner.notifications.test({ workspace, channelId: one.channelId });
    const notification = await viewer.notifications.get({ workspace, notificationId: notificationId ?? 0 });
    expect(notification.deliveries).toMatchObject([
      { channelId: one.channelId, state: "pending", attempts: 0 },
    ]);
    expect(await claimDeliveries(database.db, { limit: 10 })).toMatchObject([
      { notificationId, target: TARGET },
    ]);
  });
});

describe("the inbox", () => {
  const notify = (key: string, more: { kind?: string; actorId?: string } = {}) =>
    createNotification(database.db, {
      workspaceId: WORKSPACE,
      key,
      kind: "policy.review_requested",
      subject: `Subject ${key}`,
      body: "",
      page: "policies",
      ...more,
    });
  const unread = async (caller: Caller) => (await caller.workspaces.status({ workspace })).unreadCount;
  const subjects = async (caller: Caller) =>
    (await caller.inbox.list({ workspace })).flatMap(({ subject, isRead }) => (isRead ? [] : subject));

  it("counts what a member has not read, without tests and their own actions", async () => {
    const { user } = await owner.workspaces.get({ workspace });
    await notify("theirs", { actorId: user.id });
    await notify("test", { kind: "notice.test" });
    const ids = [await notify("one"), await notify("two")];
    expect(await subjects(owner)).toEqual(["Subject two", "Subject one"]);
    expect(await subjects(viewer)).toEqual(["Subject two", "Subject one", "Subject theirs"]);
    expect([await unread(owner), await unread(viewer)]).toEqual([2, 3]);
    await viewer.inbox.markRead({ workspace, notificationIds: [ids[0] ?? 0, 999_999] });
    expect([await unread(owner), await unread(viewer)]).toEqual([2, 2]);
    await viewer.inbox.markRead({ workspace });
    await viewer.inbox.markRead({ workspace });
    expect([await unread(owner), await unread(viewer)]).toEqual([2, 0]);
    expect((await viewer.inbox.list({ workspace })).map(({ isRead }) => isRead)).toEqual([true, true, true]);
  });

  it("begins when a member joins", async () => {
    const editor = await buildCaller("editor");
    expect(await unread(editor)).toBe(0);
    await notify("later");
    expect(await subjects(editor)).toEqual(["Subject later"]);
  });
});
