import { listNotificationChannels, listNotifications, listReportSchedules } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addChannel } from "../notification/add-channel";
import { removeChannel } from "../notification/remove-channel";
import { addReportSchedule } from "./add-report-schedule";
import { removeReportSchedule } from "./remove-report-schedule";
import { sendDueReports } from "./send-due-reports";
import { sendReportNow } from "./send-report-now";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor = { id: "ann", name: "Ann" };
const WEDNESDAY = Date.parse("2026-11-25T12:00:00Z");
const MONDAY = Date.parse("2026-11-30T06:00:00Z");

it("sends a report once when it is due, over its channels, with a link to the printed page", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const channel = { kind: "mail" as const, target: "bob@example.com" };
  const { channelId } = await addChannel(db, { workspaceId, actor, channel });
  await addChannel(db, { workspaceId, actor, channel });
  const settings = { interval: "weekly" as const, channelIds: [channelId] };
  const add = (changed: typeof settings) =>
    addReportSchedule(db, { workspaceId, actor, settings: changed, now: WEDNESDAY });
  expect(await add({ ...settings, channelIds: [channelId, 999] })).toBeNull();
  const scheduleId = await add(settings);
  await sendDueReports(db, WEDNESDAY);
  expect(await listNotifications(db, { workspaceId, limit: 5 })).toEqual([]);
  await Promise.all([sendDueReports(db, MONDAY), sendDueReports(db, MONDAY)]);
  const sent = await listNotifications(db, { workspaceId, limit: 5 });
  expect(sent).toMatchObject([
    {
      kind: "report.weekly",
      subject: "Weekly report, 2026-11-23 to 2026-11-29: 0\u00a0tokens saved",
      body: expect.stringContaining("Share saved: not known (before: not known)\n"),
      page: "report?range=2026-11-23..2026-11-29&tz=UTC&compare=before",
      deliveries: [{ channelId }],
    },
  ]);
  await sendDueReports(db, MONDAY + 60_000);
  expect(await listNotifications(db, { workspaceId, limit: 5 })).toHaveLength(1);
  expect(await listReportSchedules(db, { workspaceId })).toMatchObject([
    { dueAt: new Date("2026-12-07T06:00:00Z") },
  ]);
  const place = { workspaceId, scheduleId: scheduleId ?? 0 };
  expect(await sendReportNow(db, { db, ...place, now: WEDNESDAY })).toEqual(expect.any(Number));
  expect(await listNotifications(db, { workspaceId, limit: 5 })).toHaveLength(2);

  await removeChannel(db, { workspaceId, channelId, actor });
  expect(await listReportSchedules(db, { workspaceId })).toMatchObject([{ channelIds: [] }]);
  expect(await listNotificationChannels(db, { workspaceId })).toHaveLength(1);
  expect(await removeReportSchedule(db, { ...place, actor })).toBe(true);
  expect(await removeReportSchedule(db, { ...place, actor })).toBe(false);
});
