import { createHmac } from "node:crypto";
import { getAlert, listAlertEvents } from "@baton/db";
import { addTotals, createTestDatabase } from "@baton/db/test";
import { ensureWorkspace, insertAlert, insertNotificationChannel } from "@baton/db/write";
import { windowAt } from "@baton/server/alert";
import { evaluateAlerts } from "@baton/services/alert/evaluate-alerts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Posted, startHook, startMailServer } from "../../test/receivers";
import { NotificationSender } from "./notification-sender";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const SECRET = "s3cret";
const workspaceId = "alerted";

it("an alert sends one webhook and one mail, although the receiver is down and Baton restarts meanwhile", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId });
  const received: Posted[] = [];
  const mails: string[] = [];
  const hook = await startHook({ received });
  await hook.close();
  const mailServer = await startMailServer(mails);
  const common = { workspaceId, createdBy: "Ann" };
  const channelIds = [
    await insertNotificationChannel(db, { ...common, kind: "webhook", target: hook.url, secret: SECRET }),
    await insertNotificationChannel(db, {
      ...common,
      kind: "mail",
      target: "bob@example.test",
      secret: null,
    }),
  ];
  await insertNotificationChannel(db, { ...common, kind: "mail", target: "eve@example.test", secret: null });
  // A new alert is due by the clock of the database, which may be slightly ahead.
  const now = Date.now() + 60_000;
  const lastHour = new Date(windowAt(1, now).start);
  await addTotals(db, workspaceId, [{ at: lastHour, handoffCount: 4, beforeTokens: 1000, savedTokens: 214 }]);
  const alertId = await insertAlert(db, {
    ...common,
    name: "Saving less",
    figure: "share_saved",
    comparison: "below",
    threshold: 0.3,
    windowHours: 1,
    filter: {},
    channelIds,
  });
  const place = { workspaceId, alertId };
  const messengerOptions = {
    db,
    smtpUrl: mailServer.url,
    mailFrom: "baton@example.test",
    onFailure: () => {},
    publicAddress: "http://baton.example.test",
    webhookNetworks: ["127.0.0.1"],
  };

  await Promise.all([evaluateAlerts(db, now), evaluateAlerts(db, now)]);
  expect(await getAlert(db, place)).toMatchObject({ state: "firing", metricNow: 0.214, firedCount: 1 });
  const messenger = new NotificationSender(messengerOptions);
  await messenger.deliverDue();
  await messenger.stop();
  const [event] = await listAlertEvents(db, { ...place, limit: 5 });
  expect(event?.deliveries).toMatchObject([
    { channelId: channelIds[0], state: "pending", attempts: 1, lastError: "connection refused" },
    { channelId: channelIds[1], state: "sent", answer: "250 ok" },
  ]);

  const reopened = await startHook({ received, port: hook.port });
  await db.execute(sql`update notification_delivery set due_at = now() where workspace_id = ${workspaceId}`);
  await db.execute(sql`update alert_rule set due_at = now() where workspace_id = ${workspaceId}`);
  const restarted = new NotificationSender(messengerOptions);
  await evaluateAlerts(db, now + 60_000);
  await restarted.deliverDue();
  await restarted.stop();
  await Promise.all([reopened.close(), mailServer.close()]);

  expect(await listAlertEvents(db, { ...place, limit: 5 })).toMatchObject([
    { change: "fired", figure: 0.214, deliveries: [{ state: "sent", answer: "204" }, { state: "sent" }] },
  ]);
  expect(received).toHaveLength(1);
  const [{ body = "", signature = "" } = {}] = received;
  expect(JSON.parse(body)).toMatchObject({
    kind: "alert.fired",
    subject: "Saving less: 21.4\u00a0%, below 30.0\u00a0%",
    url: `http://baton.example.test/w/${workspaceId}/settings/alerts/${alertId}`,
  });
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex")).toBe(hex);
  expect(mails).toHaveLength(1);
  expect(mails.join()).toContain("To: bob@example.test");
});
