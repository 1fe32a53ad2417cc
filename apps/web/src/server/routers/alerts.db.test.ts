import { addMember, createAccount, listAuditRecords } from "@baton/db";
import { addTotals } from "@baton/db/test";
import { ensureWorkspace, insertNotificationChannel } from "@baton/db/write";
import type { AlertRule } from "@baton/server/alert";
import { evaluateAlerts } from "@baton/services/alert/evaluate-alerts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWebDatabase } from "../../../test/web-database";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const workspace = "watched";
const HOUR = 3_600_000;
const RULE: AlertRule = {
  name: "Saving less",
  figure: "share_saved",
  comparison: "below",
  threshold: 0.3,
  windowHours: 1,
  filter: {},
  channelIds: [],
};

let database: Awaited<ReturnType<typeof createWebDatabase>>;
const createCaller = createCallerFactory(appRouter);
let owner: ReturnType<typeof createCaller>;

beforeAll(async () => {
  database = await createWebDatabase();
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: workspace });
  const email = "owner@x.org";
  const account = await createAccount(db, { name: "owner", email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  await addMember(db, { workspaceId: workspace, userId: account.id, roles: ["owner"] });
  owner = createCaller({
    liveMark: "",
    user: { id: account.id, name: "owner", email },
    db,
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
  });
  // In every ten hours of the last days, two saved too little, and one had no data.
  const lastHour = Math.floor(Date.now() / HOUR) * HOUR;
  for (let ago = 2; ago < 42; ago += 1) {
    if (ago % 10 === 9) continue;
    const saved = ago % 5 === 0 ? 10 : 50;
    await addTotals(db, workspace, [
      { at: new Date(lastHour - ago * HOUR), handoffCount: 1, beforeTokens: 100, savedTokens: saved },
    ]);
  }
});
afterAll(() => database.drop());

describe("alerts", () => {
  it("can be previewed on the last thirty days", async () => {
    const preview = await owner.alerts.preview({ workspace, watched: RULE });
    expect(preview.firings).toHaveLength(8);
    expect(preview.firings.map(({ figure }) => figure)).toEqual(Array(8).fill(0.1));
    expect(preview.lookCount - preview.unknownCount).toBeGreaterThanOrEqual(35);
    const never = await owner.alerts.preview({ workspace, watched: { ...RULE, threshold: 0.1 } });
    expect(never.firings).toEqual([]);
  });

  it("restart only when their condition changes, and all changes are in the audit log", async () => {
    const { alertId } = await owner.alerts.add({ workspace, rule: { ...RULE, threshold: 0.9 } });
    const place = { workspace, alertId };
    await evaluateAlerts(database.db, Date.now() + 60_000);
    const stateOf = async () => (await owner.alerts.get(place)).alert.state;
    const before = await stateOf();
    await owner.alerts.change({ ...place, rule: { ...RULE, threshold: 0.9, name: "Called otherwise" } });
    expect(await stateOf()).toBe(before);
    await owner.alerts.change({ ...place, rule: { ...RULE, threshold: 0.8 } });
    expect(await stateOf()).toBeNull();
    await owner.alerts.setActive({ ...place, isActive: false });
    expect((await owner.alerts.list({ workspace }))[0]).toMatchObject({ isActive: false, threshold: 0.8 });
    await owner.alerts.remove(place);
    await expect(owner.alerts.get(place)).rejects.toThrow("Alert not found");
    const { records } = await listAuditRecords(database.db, { workspaceId: workspace, limit: 50 });
    expect(records.filter(({ action }) => action === "alert.set")).toHaveLength(5);
  });

  it("cannot use a channel of another workspace", async () => {
    await ensureWorkspace(database.db, { workspaceId: "another" });
    const foreign = await insertNotificationChannel(database.db, {
      workspaceId: "another",
      kind: "mail",
      target: "eve@example.com",
      secret: null,
      createdBy: "Eve",
    });
    const rule = { ...RULE, channelIds: [foreign] };
    await expect(owner.alerts.add({ workspace, rule })).rejects.toThrow(
      `Channel not found in this workspace: ${foreign}`,
    );
    const { alertId } = await owner.alerts.add({ workspace, rule: RULE });
    await expect(owner.alerts.change({ workspace, alertId, rule })).rejects.toThrow(
      `Channel not found in this workspace: ${foreign}`,
    );
    expect((await owner.alerts.get({ workspace, alertId })).alert.channelIds).toEqual([]);
  });

  it("lose deleted channels, and can send a test to the others", async () => {
    const channel = { kind: "mail", target: "bob@example.com" } as const;
    const [gone, kept] = [
      await owner.notifications.addChannel({ workspace, channel }),
      await owner.notifications.addChannel({ workspace, channel }),
    ];
    const channelIds = [gone.channelId, kept.channelId];
    const { alertId } = await owner.alerts.add({ workspace, rule: { ...RULE, channelIds } });
    await owner.notifications.removeChannel({ workspace, channelId: gone.channelId });
    const { alert } = await owner.alerts.get({ workspace, alertId });
    expect(alert.channelIds).toEqual([kept.channelId]);
    const { notificationId } = await owner.alerts.test({ workspace, alertId });
    const notification = await owner.notifications.get({ workspace, notificationId: notificationId ?? 0 });
    expect(notification.deliveries.map(({ channelId }) => channelId)).toEqual([kept.channelId]);
  });
});
